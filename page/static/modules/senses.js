// Speech, sounds, and a screen that stays awake: each as far as this browser goes.

import { settings } from "./settings.js";

export const canSpeak = "speechSynthesis" in window;
export const canStayAwake = "wakeLock" in navigator && window.isSecureContext;

let spoken = "";

// Say a sentence in the page's language; the same one only once in a row.
export function speak(sentence, language, again = false) {
  if (!canSpeak || !settings.speech || !sentence || (sentence === spoken && !again)) return;
  spoken = sentence;
  speechSynthesis.cancel();
  const utterance = new SpeechSynthesisUtterance(sentence);
  utterance.lang = language;
  const voice = speechSynthesis.getVoices().find((each) => each.lang.slice(0, 2) === language);
  if (voice) utterance.voice = voice;
  speechSynthesis.speak(utterance);
}

export function hush() {
  spoken = "";
  if (canSpeak) speechSynthesis.cancel();
}

export const canVibrate = "vibrate" in navigator;

// A short push of the phone, for one that lies on the table.
export function buzz() {
  if (canVibrate && settings.vibration && (navigator.userActivation?.hasBeenActive ?? true)) navigator.vibrate(60);
}

const TONES = { turn: [523, 784], refused: [233, 196], over: [523, 659, 784] }; // hertz, one after the other
let audio = null;

export function sound(kind) {
  if (!settings.sound || !("AudioContext" in window)) return;
  audio ||= new AudioContext();
  TONES[kind].forEach((pitch, n) => {
    const tone = audio.createOscillator(), volume = audio.createGain(), start = audio.currentTime + 0.14 * n;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.exponentialRampToValueAtTime(0.12, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.22);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.25);
  });
}

let lock = null;

// Keep the screen on while the page is seen; browsers allow that to trusted addresses only.
export async function stayAwake() {
  if (!canStayAwake || document.visibilityState !== "visible" || (lock && !lock.released)) return;
  try {
    lock = await navigator.wakeLock.request("screen");
  } catch {
    lock = null; // the battery is low, or the system forbids it
  }
}

export const isKeptAwake = () => Boolean(lock && !lock.released);
