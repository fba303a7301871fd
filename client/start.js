// Loads the app, or the build for old TVs: on the big screen if container queries are missing, elsewhere if the syntax
// is too new. If neither draws anything, one sentence and a QR code stand there. Any browser can read this script.
(function () {
  var path = location.pathname;
  var isTv = /\/(tv|table)\/?$/.test(path);
  var isModern = isTv ? window.CSS && CSS.supports("container-type", "size") : Object.hasOwn;
  var app = document.getElementById("app");
  var script = document.createElement("script");

  function plain() {
    if (document.querySelector("main") || document.getElementById("plain")) return;
    var page = document.createElement("div");
    page.id = "plain";
    page.innerHTML = document.querySelector("noscript").textContent;
    var texts = page.querySelectorAll("p");
    var own = page.querySelector('[lang="' + navigator.language.slice(0, 2) + '"]') || texts[0];
    for (var i = 0; i < texts.length; i++) if (texts[i] !== own) texts[i].style.display = "none";
    var table = /\/t\/([A-Za-z]{4})(\/|$)/.exec(path);
    if (table) page.querySelector("img").src = "t/" + table[1] + "/qr.svg";
    document.body.appendChild(page);
  }

  if (isModern) {
    script.type = "module";
    script.crossOrigin = "";
    script.src = app.href;
  } else script.src = app.getAttribute("data-light");
  script.onerror = plain;
  window.addEventListener("error", plain);
  setTimeout(plain, 15000);
  document.head.appendChild(script);
})();
