#!/usr/bin/env bash
# Builds a Redis image from Debian's packages, where no registry can be reached. It holds what its tag says: Debian 12 has Redis 7.
# Usage: build-redis-image.sh [tag …]   (default: assay-local/redis:MAJOR, of the redis-server that is installed)
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/image-root.sh"

if ! type -P redis-server >/dev/null; then
  # Only the program is wanted: the package is not to start a server on this machine.
  policy=/usr/sbin/policy-rc.d
  if [ ! -e "$policy" ]; then
    trap 'rm -f "$policy"' EXIT
    printf '#!/bin/sh\nexit 101\n' >"$policy"
    chmod 755 "$policy"
  fi
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends redis-server >/dev/null
  [ -z "$(trap -p EXIT)" ] || rm -f "$policy"
fi
server=$(type -P redis-server)
major=$("$server" --version | sed -E 's/.* v=([0-9]+)\..*/\1/')
tags=("$@")
[ ${#tags[@]} -gt 0 ] || tags=("assay-local/redis:$major")

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
make_root "$root"
copy_programs "$root" redis-server redis-cli
printf 'redis:x:999:999::/data:/bin/false\n' >>"$root/etc/passwd"
printf 'redis:x:999:\n' >>"$root/etc/group"
mkdir "$root/data"
chown 999:999 "$root/data"
# As in the official image: the server runs as its own user, in /data, and takes connections from other containers.
cat >"$root/usr/local/bin/docker-entrypoint.sh" <<'ENTRYPOINT'
#!/bin/bash
set -euo pipefail
if [ "${1:0:1}" = - ] || [ "${1%.conf}" != "$1" ]; then set -- redis-server "$@"; fi
if [ "$1" = redis-server ] && [ "$(id -u)" = 0 ]; then exec setpriv --reuid=999 --regid=999 --clear-groups "$0" "$@"; fi
exec "$@"
ENTRYPOINT
chmod 755 "$root/usr/local/bin/docker-entrypoint.sh"
import_root "$root" "${tags[*]}" 'ENV PATH=/usr/local/bin:/usr/bin:/bin' 'WORKDIR /data' 'EXPOSE 6379' \
  'ENTRYPOINT ["docker-entrypoint.sh"]' 'CMD ["redis-server", "--protected-mode", "no"]'
