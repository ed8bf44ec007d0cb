#!/bin/sh
# Reports one event with curl alone. PLINTH_TOKEN holds a token generated for the name "example-agent".
set -eu

not_running() {
  echo 'Plinth is not running, so nothing was sent.' >&2
  exit 1
}

# Where Plinth listens: PLINTH_BASE_URL, or what runtime.json says while its process lives. Without either nothing is
# sent, because any program could have taken the port.
base_url=${PLINTH_BASE_URL:-}
if [ -z "$base_url" ]; then
  case $(uname) in
    Darwin) data_dir="$HOME/Library/Application Support/Plinth" ;;
    *) data_dir="${XDG_DATA_HOME:-$HOME/.local/share}/plinth" ;;
  esac
  runtime="${PLINTH_DATA_DIR:-$data_dir}/runtime.json"
  value() { sed -n "s/^ *\"$1\": *\"\{0,1\}\([^\",]*\).*/\1/p" "$runtime" 2>/dev/null; }
  kill -0 "$(value pid)" 2>/dev/null || not_running
  # Linux tells who owns the listening socket: 0100007F is 127.0.0.1, and 0A is LISTEN.
  if [ -r /proc/net/tcp ]; then
    address=$(printf '0100007F:%04X' "$(value port)")
    owner=$(awk -v a="$address" '$2 == a && $4 == "0A" { print $8 }' /proc/net/tcp)
    [ "$owner" = "$(id -u)" ] || not_running
  fi
  base_url=$(value baseUrl)
fi

now=$(date -u +%Y-%m-%dT%H:%M:%S.000Z)
event='{
  "schema": "service.event.v1",
  "integration": "example-agent",
  "event": "prompt.submitted",
  "sessionId": "curl-example",
  "occurredAt": "'"$now"'",
  "data": { "content": "Hello from curl" }
}'

# The token goes in by standard input: an argument could be read by every user of this computer. `-q` and `--noproxy`
# keep a .curlrc and an http_proxy variable from sending it elsewhere, and without `--location` no redirect is followed.
printf 'header = "Authorization: Bearer %s"\n' "$PLINTH_TOKEN" |
  curl -q --config - --noproxy '*' --silent --show-error --fail --max-time 2 \
    --header 'Content-Type: application/json' --data "$event" "$base_url/api/developer/v1/events"
echo
