#!/bin/sh
# Checks for the system packages that the tests need: Chromium, a message bus, a keyring and its client library, unzip, and strace.
# Installs missing packages on Debian-based systems as root; elsewhere it reports what is missing and how to install it.
# Exits with 0 when all packages are available.
set -eu

# macOS and Windows have a keychain, and the tests find an installed Chrome or Edge
[ "$(uname -s)" = Linux ] || exit 0

has_browser() {
  [ -n "${CHROMIUM:-}" ] && [ -x "$CHROMIUM" ] && return 0
  for name in chromium chromium-browser google-chrome google-chrome-stable microsoft-edge; do
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
  has_browser || miss chromium
  command -v dbus-run-session >/dev/null 2>&1 || miss dbus
  command -v gnome-keyring-daemon >/dev/null 2>&1 || miss gnome-keyring
  has_library libsecret-1.so.0 || miss libsecret-1-0
  command -v unzip >/dev/null 2>&1 || miss unzip
  command -v strace >/dev/null 2>&1 || miss strace
}

look
[ -n "$missing" ] || exit 0

if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
  echo "Installing what the tests need of the system:$missing"
  log=$(mktemp)
  trap 'rm -f "$log"' EXIT
  install() { DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >"$log" 2>&1 </dev/null; }
  # update the package lists only when the existing ones are not sufficient
  install || { apt-get update -qq >"$log" 2>&1 && install; } || cat "$log" >&2
  look
  [ -n "$missing" ] || exit 0
fi

cat >&2 <<TEXT

The tests cannot run yet: this computer lacks$missing.
TEXT
if command -v apt-get >/dev/null 2>&1; then
  echo "Install it once with:  sudo apt-get install --no-install-recommends$missing" >&2
else
  echo "These are the names that Debian gives the packages. Install them with this system's own package tool, and run the tests again." >&2
fi
case "$missing" in *chromium*) echo "Another Chromium, Chrome or Edge does as well: name its program in the variable CHROMIUM." >&2 ;; esac
exit 1
