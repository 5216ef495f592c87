// The line to the table: one WebSocket. Commands are numbered, kept until they are answered, and sent again after a cut.

const PING_MS = 4000; // between two signs of life
const SILENCE_MS = 9000; // without any message: the line is cut, whatever the browser believes
const FIRST_MS = 100, LONGEST_MS = 500; // before trying again
const MOST = 30, WITHIN_MS = 1000; // commands in this time: the table closes a page of whom more than 40 messages come
const PASSING = new Set(["hold"]); // questions that only the newest answer matters for

const word = () => [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => (byte % 36).toString(36)).join("");

export class Connection {
  // `handlers`: message(message), state(connected), board() -> the tag of the board that is kept here
  constructor(handlers) {
    this.handlers = handlers;
    this.page = word() + word().slice(0, 2);
    this.number = 0;
    this.kept = new Map(); // what was not answered, in the order in which it must be done
    this.underWay = new Set(); // what of it was sent over this line
    this.answers = []; // when the last answers came
    this.wait = FIRST_MS;
    this.connected = false;
    this.ended = false;
    setInterval(() => this.watch(), PING_MS);
    for (const [target, kind] of [[document, "visibilitychange"], [window, "pageshow"], [window, "online"]]) {
      target.addEventListener(kind, () => document.visibilityState === "visible" && this.wake());
    }
    this.open();
  }

  open() {
    clearTimeout(this.timer);
    if (this.ended) return;
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws?board=${this.handlers.board()}`);
    this.socket = socket;
    this.heard = performance.now();
    socket.onmessage = ({ data }) => this.socket === socket && this.receive(data);
    socket.onclose = () => this.socket === socket && this.lost();
  }

  receive(data) {
    this.heard = performance.now();
    const message = JSON.parse(data);
    if (message.page && message.page !== this.page) return; // an answer to another page of this guest
    if (message.type === "hello") this.greeted();
    if (["done", "refused", "preview"].includes(message.type)) this.answered(message.id);
    if (message.type === "bye") this.ended = true;
    if (message.type !== "pong") this.handlers.message(message);
  }

  greeted() {
    this.wait = FIRST_MS;
    if (this.connected) return;
    this.connected = true;
    // What was under way when the line was cut may have come just now.
    this.answers.push(...[...this.underWay].map(() => performance.now()));
    this.underWay.clear();
    this.forward();
    this.handlers.state(true);
  }

  lost() {
    this.socket = null;
    if (this.connected) {
      this.connected = false;
      this.handlers.state(false);
    }
    if (this.ended) return;
    this.timer = setTimeout(() => this.open(), this.wait);
    if (this.wait === LONGEST_MS) this.ask();
    this.wait = Math.min(2 * this.wait, LONGEST_MS);
  }

  // Whether this phone has a place at the table still: a refused WebSocket does not say why.
  async ask() {
    try {
      const { status } = await fetch(import.meta.url, { cache: "no-store" });
      if (status !== 404 && status !== 403) return;
    } catch {
      return; // nobody answers
    }
    clearTimeout(this.timer);
    this.ended = true;
    this.handlers.message({ type: "bye", text: "" });
  }

  // After sleep the browser may hold a line that is long dead: ask, and do not wait for its verdict.
  wake() {
    this.wait = FIRST_MS;
    if (!this.socket) this.open();
    else if (this.connected && performance.now() - this.heard > PING_MS + 500) this.renew();
    else this.send({ type: "ping" });
  }

  renew() {
    const old = this.socket;
    this.socket = null;
    old.close();
    this.lost();
  }

  watch() {
    if (!this.socket) return;
    if (performance.now() - this.heard > SILENCE_MS) this.renew();
    else this.send({ type: "ping" });
  }

  send(message) {
    if (this.connected && this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  // Have something done at the table; returns the command's number.
  command(what, moment, details = {}) {
    const command = { type: "do", page: this.page, id: ++this.number, moment, what, ...details };
    if (PASSING.has(what)) for (const [id, kept] of this.kept) if (kept.what === what) this.kept.delete(id);
    this.kept.set(command.id, command);
    this.forward();
    return command.id;
  }

  answered(id) {
    this.kept.delete(id);
    if (this.underWay.delete(id)) this.answers.push(performance.now());
    this.forward();
  }

  // Send what was not sent yet. What is under way counts, since it may come later than it was sent, and all at once.
  forward() {
    if (!this.connected) return;
    const since = performance.now() - WITHIN_MS;
    this.answers = this.answers.filter((at) => at > since);
    for (const [id, command] of this.kept) {
      if (this.underWay.has(id)) continue;
      if (this.underWay.size + this.answers.length >= MOST) {
        clearTimeout(this.later);
        this.later = setTimeout(() => this.forward(), WITHIN_MS / 10);
        return;
      }
      this.underWay.add(id);
      this.send(command);
    }
  }
}
