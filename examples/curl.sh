#!/bin/sh
# Reports one event with curl alone. PLINTH_TOKEN holds a token generated for the name "example-agent".
set -eu

base_url=${PLINTH_BASE_URL:-http://127.0.0.1:47613}
now=$(date -u +%Y-%m-%dT%H:%M:%S.000Z)
event='{
  "schema": "service.event.v1",
  "integration": "example-agent",
  "event": "prompt.submitted",
  "sessionId": "curl-example",
  "occurredAt": "'"$now"'",
  "data": { "content": "Hello from curl" }
}'

# The token goes in by standard input: an argument could be read by every user of this computer. `--noproxy` keeps an
# http_proxy variable from sending it elsewhere, and without `--location` no redirect is followed.
printf 'header = "Authorization: Bearer %s"\n' "$PLINTH_TOKEN" |
  curl --config - --noproxy '*' --silent --show-error --fail --max-time 2 \
    --header 'Content-Type: application/json' --data "$event" "$base_url/api/developer/v1/events"
echo
