// This phone as the camera of the table: what it sees goes there, ten times a second at most; what the table sees comes back.

import { html, svg, write } from "./elements.js";
import { extent } from "./geometry.js";
import { stayAwake } from "./senses.js";
import { t } from "./words.js";

const WANTED = { facingMode: { ideal: "environment" }, width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } };
const LONGEST = 1280; // pixels of a picture's longer side
const QUALITY = 0.8; // of JPEG
const SOONEST_MS = 100, LATEST_MS = 1000; // between two pictures
const WAITING = 120_000; // bytes that may wait to be sent: some two pictures
const AGAIN_MS = 1000; // before trying to connect again
const AIM = 0.8; // of the picture, for the board to fill

export class Film {
  // `ended` is called once it is over.
  constructor(page, ended) {
    this.page = page;
    this.ended = ended;
    this.allowed = this.stopped = false; // by the table; by anybody
    this.pause = SOONEST_MS;
    this.canvas = document.createElement("canvas");
    this.video = html("video", { autoplay: true, muted: true, playsinline: true, "aria-hidden": "true" });
    this.video.muted = true;
    this.marks = svg("svg", { "aria-hidden": "true", preserveAspectRatio: "xMidYMid meet" });
    this.said = html("p", { role: "status" });
    this.view = html(
      "dialog",
      { id: "film", "aria-label": t("film") },
      html("div", { class: "picture" }, this.video, this.marks),
      html("div", { class: "below" }, this.said, html("button", { type: "button", class: "main", onclick: () => this.stop() }, t("film_stop"))),
    );
    this.view.addEventListener("cancel", (event) => (event.preventDefault(), this.stop()));
    for (const kind of ["loadedmetadata", "resize"]) this.video.addEventListener(kind, () => this.draw());
  }

  async start() {
    document.body.append(this.view);
    this.view.showModal();
    this.tell(t("film_aim"));
    try {
      this.stream = await navigator.mediaDevices.getUserMedia({ video: WANTED, audio: false });
    } catch (error) {
      this.stop(t(error.name === "NotAllowedError" ? "film_denied" : "film_none"));
      return;
    }
    if (this.stopped) return this.release(); // stopped while the browser asked
    this.stream.getVideoTracks()[0].addEventListener("ended", () => this.stop(t("film_lost")));
    this.video.srcObject = this.stream;
    await this.video.play().catch(() => {});
    stayAwake();
    this.ask();
    this.send();
  }

  // Ask the table to take this phone as its camera; once more after a cut.
  ask() {
    if (this.stream && !this.stopped) this.page.say({ type: "film", on: true });
  }

  // What the table sees: `on` whether this phone is its camera still, a sentence, and where the board lies in the picture.
  receive(seen) {
    if (!seen.on) return this.stop(seen.text);
    this.seen = seen;
    this.tell(seen.text, seen.wrong);
    this.draw();
    if (!this.allowed) this.connect();
    this.allowed = true;
    return null;
  }

  tell(text, wrong = false) {
    write(this.said, text);
    this.said.classList.toggle("wrong", wrong);
  }

  stop(why = "") {
    if (this.stopped) return;
    this.stopped = true;
    this.release();
    clearTimeout(this.timer);
    clearTimeout(this.again);
    this.socket?.close();
    this.view.close();
    this.view.remove();
    this.ended(why);
  }

  release() {
    for (const track of this.stream?.getTracks() || []) track.stop();
  }

  // -- pictures -----------------------------------------------------------------------------------------------------------

  connect() {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/camera`);
    this.socket = socket;
    socket.onclose = () => {
      if (!this.stopped) this.again = setTimeout(() => this.connect(), AGAIN_MS);
    };
  }

  async send() {
    const began = performance.now(), { video, socket } = this;
    if (socket?.readyState === WebSocket.OPEN && video.videoWidth && document.visibilityState === "visible") {
      if (socket.bufferedAmount > WAITING) this.pause = Math.min(LATEST_MS, 1.5 * this.pause);
      else {
        this.pause = Math.max(SOONEST_MS, 0.95 * this.pause);
        const picture = await this.picture();
        if (picture && socket.readyState === WebSocket.OPEN) socket.send(picture);
      }
    }
    if (!this.stopped) this.timer = setTimeout(() => this.send(), Math.max(0, began + this.pause - performance.now()));
  }

  picture() {
    const { video, canvas } = this, part = Math.min(1, LONGEST / Math.max(video.videoWidth, video.videoHeight));
    const wide = Math.round(part * video.videoWidth), high = Math.round(part * video.videoHeight);
    if (canvas.width !== wide || canvas.height !== high) Object.assign(canvas, { width: wide, height: high });
    canvas.getContext("2d", { alpha: false }).drawImage(video, 0, 0, wide, high);
    return new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
  }

  // -- over the picture ---------------------------------------------------------------------------------------------------

  draw() {
    const { video, seen } = this, found = seen?.corners.length && seen;
    const [wide, high] = found ? found.size : [video.videoWidth, video.videoHeight];
    if (!wide) return;
    this.marks.setAttribute("viewBox", `0 0 ${wide} ${high}`);
    const line = (polygons, kind) => svg("path", { class: kind, d: polygons.map((polygon) => `M${polygon.map((point) => point.join()).join("L")}Z`).join("") });
    if (found) this.marks.replaceChildren(line(found.cells, "cells"), line([found.corners], "halo"), line([found.corners], "found"));
    else this.marks.replaceChildren(...["halo", "aim"].map((kind) => line(this.outline(wide, high), kind)));
  }

  // The board as the table draws it, in the middle of the picture: to aim by.
  outline(wide, high) {
    const { board } = this.page.sent, polygons = board ? board.grounds.map(({ polygon }) => polygon) : [[[0, 0], [1, 0], [1, 1], [0, 1]]];
    const [left, top, right, bottom] = extent(polygons.flat()), scale = AIM * Math.min(wide / (right - left), high / (bottom - top));
    const place = ([x, y]) => [wide / 2 + scale * (x - (left + right) / 2), high / 2 + scale * (y - (top + bottom) / 2)].map(Math.round);
    return polygons.map((polygon) => polygon.map(place));
  }
}
