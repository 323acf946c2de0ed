#!/bin/sh
# with-keyring.sh COMMAND…: runs the command with its own session bus and its own unlocked GNOME keyring.
# Needs no display or terminal and does not touch the user's keyring: its folders are private and removed afterwards.
# On macOS and Windows it uses the system's keychain.
set -eu

[ "$(uname -s)" = Linux ] || exec "$@"

for tool in dbus-run-session gnome-keyring-daemon; do
  if ! command -v "$tool" >/dev/null 2>&1; then
    echo "$tool is missing: it is in the Debian packages dbus and gnome-keyring" >&2
    exit 1
  fi
done

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -m 700 "$folder/run" "$folder/data" "$folder/cache" "$folder/config"

# the message bus writes a line to standard error for each service it starts; descriptor 3 keeps the command's own output apart
env -u DISPLAY -u WAYLAND_DISPLAY -u DBUS_SESSION_BUS_ADDRESS -u GNOME_KEYRING_CONTROL \
  XDG_RUNTIME_DIR="$folder/run" XDG_DATA_HOME="$folder/data" XDG_CACHE_HOME="$folder/cache" XDG_CONFIG_HOME="$folder/config" \
  dbus-run-session -- sh -c '
    printf test | gnome-keyring-daemon --daemonize --unlock --components=secrets >/dev/null 2>&1
    exec "$@" 2>&3 3>&-' sh "$@" 3>&2 2>/dev/null
