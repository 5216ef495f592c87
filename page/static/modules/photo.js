// A photo of the board that this phone takes: made smaller here, sent to the table, which reads it. It needs no HTTPS.

import { html } from "./elements.js";
import { t } from "./words.js";

const LONGEST = 2000; // pixels of the picture's longer side
const QUALITY = 0.9; // of JPEG

export function takePhoto(page) {
  const field = html("input", { type: "file", accept: "image/*", capture: "environment", hidden: true, "aria-label": t("photo") });
  for (const kind of ["change", "cancel"]) {
    field.addEventListener(kind, () => {
      field.remove();
      if (field.files[0]) send(page, field.files[0]);
    });
  }
  document.body.append(field); // some browsers forget one that stands nowhere
  field.click();
}

async function send(page, file) {
  const refuse = (key) => (page.refuse({ text: t(key), anyway: "" }), page.show());
  page.tell(t("photo_sending"));
  page.show();
  const picture = await smaller(file);
  if (!picture) return refuse(isHeic(file) ? "photo_heic" : "photo_unreadable");
  try {
    const { status } = await fetch("/photo", { method: "POST", headers: { "Content-Type": "image/jpeg" }, body: picture });
    if (status !== 204) refuse("photo_refused");
  } catch {
    refuse("photo_cut");
  }
  return null;
}

const isHeic = (file) => /hei[cf]/i.test(file.type) || /\.(heic|heif|hif)$/i.test(file.name);

// The picture as JPEG, upright and no larger than needed; null where this browser cannot read it.
async function smaller(file) {
  const image = new Image(), address = URL.createObjectURL(file);
  image.src = address;
  try {
    await image.decode(); // turned as its EXIF data say
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(address);
  }
  const part = Math.min(1, LONGEST / Math.max(image.naturalWidth, image.naturalHeight));
  const canvas = html("canvas", { width: Math.round(part * image.naturalWidth), height: Math.round(part * image.naturalHeight) });
  canvas.getContext("2d", { alpha: false }).drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
}
