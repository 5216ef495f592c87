// A phone that has a place at the table already scans another code: it takes that place instead.

// Take the place of the link that was opened, if it has one; whether the page is loaded again for it.
export async function takeOtherPlace() {
  const token = location.hash.slice(1);
  if (!token) return false;
  history.replaceState(null, "", "/");
  try {
    const body = JSON.stringify({ token, language: (navigator.language || "en").slice(0, 2) });
    const { ok } = await fetch("/join", { method: "POST", headers: { "Content-Type": "application/json" }, body });
    if (ok) location.reload();
    return ok;
  } catch {
    return false; // nobody answers: the page says so itself
  }
}
