// "Trust this phone": the way from HTTP to HTTPS, where a browser lends its camera and keeps its screen on.

import { html } from "./elements.js";
import { canStayAwake } from "./senses.js";
import { t } from "./words.js";

const FILES = { ios: "/trust/fourth-seat.mobileconfig", android: "/trust/fourth-seat.crt" };
const STEPS = {
  ios: ["trust_ios_get", "trust_ios_install", "trust_ios_believe"],
  android: ["trust_android_get", "trust_android_install", "trust_android_choose"],
};

export const isSecure = location.protocol === "https:";
export const canFilm = Boolean(navigator.mediaDevices?.getUserMedia); // which browsers have on trusted addresses only

// An iPad calls itself a Macintosh, but no Macintosh has a screen for fingers.
const isApple = /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
const ORDER = isApple ? ["ios", "android"] : ["android", "ios"];
const TITLES = { ios: "iPhone, iPad", android: "Android" };

// Why the screen may fall asleep here, and what helps.
export const sleepNote = () => (canStayAwake ? "" : t(isApple ? "sleep_ios" : "sleep_android"));

function steps(system) {
  const [get, ...others] = STEPS[system];
  const link = html("a", { class: "button", href: FILES[system], download: FILES[system].split("/").pop() }, t(system === "ios" ? "trust_profile" : "trust_certificate"));
  return html("ol", { class: "steps" }, html("li", {}, t(get), link), others.map((key) => html("li", {}, t(key))));
}

// The contents of the sheet.
export function trustSteps(page) {
  const proceed = html("button", { type: "button", class: "main wide", onclick: () => page.say({ type: "secure" }) }, t("trust_go"));
  if (!page.hello.trust) return [html("p", {}, t("trust_why")), proceed];
  return [
    html("p", {}, t("trust_why")),
    html("h3", {}, TITLES[ORDER[0]]),
    steps(ORDER[0]),
    html("p", { class: "note" }, t("trust_then")),
    proceed,
    html("details", {}, html("summary", {}, TITLES[ORDER[1]]), steps(ORDER[1])),
    html("p", { class: "note" }, t("trust_scope")),
  ];
}
