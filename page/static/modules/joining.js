// A phone that has a place at the table already scans another code: it takes that place instead.

// Take the place of the link that was opened, if it has one; whether the page is loaded again for it. `refused` is told why
// the link has none.
export async function takeOtherPlace(refused) {
  const token = location.hash.slice(1);
  if (!token) return false;
  history.replaceState(null, "", "/");
  try {
    const body = JSON.stringify({ token, language: (navigator.language || "en").slice(0, 2) });
    const answer = await fetch("/join", { method: "POST", headers: { "Content-Type": "application/json" }, body });
    if (answer.ok) location.reload();
    else refused(await answer.text());
    return answer.ok;
  } catch {
    return false; // nobody answers: the page says so itself
  }
}
