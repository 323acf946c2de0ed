#!/bin/sh
# system-packages.sh [--list]: checks for the system packages that the tests need: Chromium, a message bus, a keyring and its client
# library, strace, and unzip. First prints what is needed and missing, and what it does about that; `--list` does no more.
# Installs missing packages on Debian-based systems as root; elsewhere it reports how to install them.
# Exits with 0 when all packages are available.
set -eu

case "${1:-}" in
"") only_list=no ;;
--list) only_list=yes ;;
*)
  echo "usage: npm run system [-- --list]" >&2
  exit 2
  ;;
esac

# the tests of the window are skipped without Electron's program, which its package does not contain
electron=${ELECTRON_OVERRIDE_DIST_PATH:-${0%/*}/../node_modules/electron/dist}
if [ ! -e "$electron/electron" ] && [ ! -e "$electron/electron.exe" ] && [ ! -e "$electron/Electron.app" ]; then
  echo "Optional: Electron's program is not installed, so the tests in its window are skipped. Install it with: npx install-electron"
fi

# macOS and Windows have a keychain, and the tests find an installed Chrome or Edge
if [ "$(uname -s)" != Linux ]; then
  echo "The tests need Chrome, Chromium or Edge, which this script does not look for on this system. Nothing is installed."
  exit 0
fi

has_browser() {
  [ -n "${CHROMIUM:-}" ] && [ -x "$CHROMIUM" ] && return 0
  for name in chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable microsoft-edge; do
    command -v "$name" >/dev/null 2>&1 && return 0
  done
  return 1
}

has_library() {
  PATH="$PATH:/sbin:/usr/sbin" ldconfig -p 2>/dev/null | grep -q "$1" && return 0
  for folder in /lib /usr/lib /lib64 /usr/lib64 /lib/*-linux-gnu /usr/lib/*-linux-gnu; do
    [ -e "$folder/$1" ] && return 0
  done
  return 1
}

missing=
miss() { missing="$missing $1"; }
look() {
  missing=
  has_browser || miss chromium-headless-shell
  command -v dbus-run-session >/dev/null 2>&1 || miss dbus
  command -v gnome-keyring-daemon >/dev/null 2>&1 || miss gnome-keyring
  has_library libsecret-1.so.0 || miss libsecret-1-0
  command -v strace >/dev/null 2>&1 || miss strace
  command -v unzip >/dev/null 2>&1 || miss unzip
}

look
echo "The tests need of the system (names of Debian packages): chromium-headless-shell dbus gnome-keyring libsecret-1-0 strace unzip"
if [ -z "$missing" ]; then
  echo "Missing: nothing. Nothing is installed."
  exit 0
fi
echo "Missing:$missing"

installs=no
if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
  installs=yes
  command="apt-get install -y -qq --no-install-recommends$missing"
  if [ "$only_list" = yes ]; then
    echo "The tests install it first: $command"
    exit 1
  fi
  echo "Installing it now: $command"
  log=$(mktemp)
  trap 'rm -f "$log"' EXIT
  install() { DEBIAN_FRONTEND=noninteractive $command >"$log" 2>&1 </dev/null; }
  # update the package lists only when the existing ones are not sufficient
  install || { apt-get update -qq >"$log" 2>&1 && install; } || cat "$log" >&2
  look
  [ -n "$missing" ] || exit 0
fi

cat >&2 <<TEXT

The tests cannot run yet: this computer lacks$missing.
TEXT
[ "$installs" = no ] || echo "The installation failed; the lines above are from apt-get." >&2
if command -v apt-get >/dev/null 2>&1; then
  echo "Install it once with:  sudo apt-get install --no-install-recommends$missing" >&2
else
  echo "These are the names that Debian gives the packages. Install them with this system's own package tool, and run the tests again." >&2
fi
case "$missing" in *chromium*) echo "Another Chromium, Chrome or Edge does as well: name its program in the variable CHROMIUM." >&2 ;; esac
exit 1
