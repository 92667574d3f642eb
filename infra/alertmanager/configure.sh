#!/bin/sh
# Prints Alertmanager's configuration. ALERT_WEBHOOK is a URL that gets a POST for each group of alerts
# (https://prometheus.io/docs/alerting/latest/configuration/#webhook_config), ALERT_MAIL an address, mailed from SMTP_FROM
# by the server of SMTP_URL. Without either, alerts are only shown in Prometheus and Grafana.
set -eu
refuse() {
  echo "alertmanager: $*" >&2
  exit 1
}
quoted() { printf "'%s'" "$(printf %s "$1" | sed "s/'/''/g")"; }
# The text of a URL's part, without its %-escapes.
unescaped() {
  printf %s "$1" | awk '{
    while (at = match($0, /%[0-9A-Fa-f][0-9A-Fa-f]/)) {
      hex = tolower(substr($0, at + 1, 2)); digits = "0123456789abcdef"
      code = (index(digits, substr(hex, 1, 1)) - 1) * 16 + index(digits, substr(hex, 2, 1)) - 1
      text = text substr($0, 1, at - 1) sprintf("%c", code); $0 = substr($0, at + 3)
    }
    printf "%s", text $0
  }'
}

echo 'route: { receiver: operators, group_by: [alertname], group_wait: 30s, group_interval: 5m, repeat_interval: 12h }'
echo 'receivers:'
echo '  - name: operators'
if [ -n "${ALERT_WEBHOOK:-}" ]; then
  echo '    webhook_configs:'
  echo "      - url: $(quoted "$ALERT_WEBHOOK")"
fi
if [ -n "${ALERT_MAIL:-}" ]; then
  [ -n "${SMTP_URL:-}" ] && [ -n "${SMTP_FROM:-}" ] || refuse 'ALERT_MAIL is set, so SMTP_URL and SMTP_FROM must be, too'
  rest=${SMTP_URL#*://}
  rest=${rest%%[/?]*}
  host=${rest##*@} user='' password=''
  if [ "$host" != "$rest" ]; then
    sign_in=${rest%@*}
    user=$(unescaped "${sign_in%%:*}")
    password=$(unescaped "${sign_in#*:}")
  fi
  case $host in *:*) ;; *) case $SMTP_URL in smtps:*) host=$host:465 ;; *) host=$host:587 ;; esac ;; esac
  echo '    email_configs:'
  echo "      - to: $(quoted "$ALERT_MAIL")"
  echo "        from: $(quoted "$SMTP_FROM")"
  echo "        smarthost: $(quoted "$host")"
  if [ -n "$user" ]; then
    echo "        auth_username: $(quoted "$user")"
    echo "        auth_password: $(quoted "$password")"
  else
    # A relay of one's own network, where nobody signs in, seldom has a certificate.
    echo '        require_tls: false'
  fi
fi
