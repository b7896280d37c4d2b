"use strict";
// Keeps the page live, and says so when it is not: news come as a stream, each with the age of its picture.
(() => {
  const SILENT_MS = 8000;
  const picture = document.getElementById("picture");
  const lost = document.getElementById("lost");
  const entering = document.getElementById("enter");
  if (entering) {
    // A link with the token behind #, as a QR code has it: it never stood in an address that is sent.
    const token = decodeURIComponent(location.hash.slice(1));
    if (token) {
      history.replaceState(null, "", location.pathname);
      document.getElementById("token").value = token;
      entering.submit();
    }
    return;
  }
  let age = Number(document.body.dataset.age);
  let heard = performance.now();
  let wall = Date.now();
  let pressed = false;
  const hear = (seconds) => { age = seconds; heard = performance.now(); wall = Date.now(); tell(); };
  const spell = (s) => s < 90 ? s + " s" : s < 5400 ? Math.round(s / 60) + " min" : Math.round(s / 3600) + " h";
  const tell = () => {
    // The one clock stands still while a phone sleeps, the other can be set: whichever says more.
    const since = Math.max(performance.now() - heard, Date.now() - wall);
    const old = age + Math.floor(since / 1000);
    const shown = document.getElementById("age");
    if (shown) shown.textContent = old < 3 ? "seen just now" : "seen " + spell(old) + " ago";
    const gone = since > SILENT_MS;
    document.getElementById("silence").textContent = spell(Math.floor(since / 1000));
    lost.hidden = !gone;
    document.body.dataset.live = gone ? "no" : "yes";
    document.body.classList.toggle("gone", gone);
  };
  const connect = () => {
    const stream = new EventSource("/live");
    stream.addEventListener("picture", (news) => {
      if (pressed) return; // a finger is on it: the next picture comes in two seconds
      const cut = news.data.indexOf(" ");
      const held = picture.contains(document.activeElement);
      picture.innerHTML = news.data.slice(cut + 1);
      if (held) picture.querySelector("footer a, footer button").focus({ preventScroll: true });
      hear(Number(news.data.slice(0, cut)));
    });
    stream.addEventListener("beat", (news) => hear(Number(news.data)));
    stream.addEventListener("error", () => {
      // A browser gives up for good on some errors; a wall screen has nobody to reload it.
      if (stream.readyState === EventSource.CLOSED) { stream.close(); setTimeout(connect, 3000); }
    });
    addEventListener("pagehide", () => stream.close(), { once: true });
  };
  connect();
  setInterval(tell, 1000);
  document.addEventListener("visibilitychange", tell);
  addEventListener("pointerdown", () => { pressed = true; });
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(() => { pressed = false; }, 300));
  addEventListener("pageshow", (shown) => { if (shown.persisted) location.reload(); });
})();
