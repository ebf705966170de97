#!/usr/bin/env bash
# Builds a PostgreSQL image from Debian's packages, where no registry can be reached. It holds what its tag says: Debian 12 has PostgreSQL 15.
# Usage: build-postgres-image.sh [tag …]   (default: assay-local/postgres:15)
set -euo pipefail
TAGS=("$@"); [ ${#TAGS[@]} -gt 0 ] || TAGS=(assay-local/postgres:15)
V=${PG_MAJOR:-15}
PGLIB=/usr/lib/postgresql/$V PGSHARE=/usr/share/postgresql/$V
if [ ! -x "$PGLIB/bin/postgres" ]; then
  mkdir -p /etc/postgresql-common; echo 'create_main_cluster = false' > /etc/postgresql-common/createcluster.conf
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "postgresql-$V"
fi
R=$(mktemp -d); chmod 755 "$R"; trap 'rm -rf "$R"' EXIT
# usr-merged skeleton, as on Debian
mkdir -p "$R"/{usr/{bin,sbin,lib,lib64,local/bin,share},etc,root,proc,sys,dev,run/postgresql,var/lib/postgresql/data,docker-entrypoint-initdb.d}
mkdir -p "$R/var"; ln -s ../run "$R/var/run"; mkdir -p -m 1777 "$R/tmp"; for d in bin sbin lib lib64; do ln -s usr/$d "$R/$d"; done
TOOLS=(bash sh cat mkdir chown chmod id ls rm cp mv ln sleep env head tail sort wc tr cut date touch stat sed grep awk mawk gzip ps
       kill true false test printf echo setpriv find xargs hostname getent tee dirname basename mktemp)
BINS=(); for t in "${TOOLS[@]}"; do p=$(type -P "$t") && BINS+=("$p"); done
for b in "${BINS[@]}"; do cp -L --preserve=mode "$b" "$R/usr/bin/$(basename "$b")"; done
mkdir -p "$R$PGLIB" "$R$PGSHARE" "$R/usr/lib/locale" "$R/usr/share/zoneinfo"
cp -a "$PGLIB/bin" "$R$PGLIB/"; mkdir "$R$PGLIB/lib"; cp -a "$PGLIB"/lib/*.so "$R$PGLIB/lib/"; rm -f "$R$PGLIB"/lib/llvmjit*.so
cp -a "$PGSHARE"/. "$R$PGSHARE/"; rm -rf "$R$PGSHARE/man"
# Debian's postgresql.conf.sample / tsearch links may point outside; copy the targets
cp -aL "$PGSHARE/tsearch_data/." "$R$PGSHARE/tsearch_data/" 2>/dev/null || true
cp -a /usr/lib/locale/C.utf8 "$R/usr/lib/locale/"; cp -a /usr/share/zoneinfo/. "$R/usr/share/zoneinfo/"
# shared libraries of everything copied + nss
{ for f in "${BINS[@]}" "$PGLIB"/bin/* "$R$PGLIB"/lib/*.so; do ldd "$f" 2>/dev/null || true; done; } |
  awk '/=> \//{print $3} /^[[:space:]]*\/lib/{print $1}' | sort -u | while read -r l; do
    d=$(dirname "$l"); mkdir -p "$R/usr${d#/usr}"; cp -L "$l" "$R/usr${d#/usr}/"; done
for l in /usr/lib/x86_64-linux-gnu/libnss_{files,dns}.so.2 /usr/lib/x86_64-linux-gnu/gconv/gconv-modules; do
  [ -e "$l" ] && mkdir -p "$R$(dirname "$l")" && cp -L "$l" "$R$l"; done || true
cat > "$R/etc/passwd" <<'E'
root:x:0:0:root:/root:/bin/bash
postgres:x:999:999:PostgreSQL:/var/lib/postgresql:/bin/bash
nobody:x:65534:65534:nobody:/nonexistent:/bin/false
E
printf 'root:x:0:\npostgres:x:999:\nnogroup:x:65534:\n' > "$R/etc/group"
printf 'passwd: files\ngroup: files\nhosts: files dns\n' > "$R/etc/nsswitch.conf"
echo 'PRETTY_NAME="local postgres"' > "$R/etc/os-release"
cat > "$R/usr/local/bin/docker-entrypoint.sh" <<'E'
#!/bin/bash
# A subset of the official image's entrypoint: POSTGRES_USER/PASSWORD/DB/INITDB_ARGS/HOST_AUTH_METHOD, PGDATA,
# *_FILE, /docker-entrypoint-initdb.d/*.{sh,sql,sql.gz}; TCP is closed until initialisation has ended.
set -Eeuo pipefail
for v in POSTGRES_USER POSTGRES_PASSWORD POSTGRES_DB; do f=${v}_FILE; [ -n "${!f:-}" ] && export "$v"="$(cat "${!f}")"; done
[ "${1:0:1}" = - ] && set -- postgres "$@"
[ "${1:-}" = postgres ] || exec "$@"
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA"; chown -R 999:999 "$PGDATA" /run/postgresql; chmod 700 "$PGDATA"
  exec setpriv --reuid=999 --regid=999 --clear-groups "$0" "$@"
fi
export HOME=/var/lib/postgresql
U=${POSTGRES_USER:-postgres} D=${POSTGRES_DB:-${POSTGRES_USER:-postgres}} A=${POSTGRES_HOST_AUTH_METHOD:-scram-sha-256}
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  if [ -z "${POSTGRES_PASSWORD:-}" ] && [ "$A" != trust ]; then
    echo "Error: Database is uninitialized and superuser password is not specified." >&2; exit 1; fi
  initdb -U "$U" --pwfile=<(printf '%s\n' "${POSTGRES_PASSWORD:-}") --no-sync ${POSTGRES_INITDB_ARGS:-} >/tmp/initdb.log 2>&1 || { cat /tmp/initdb.log >&2; exit 1; }
  printf '\nhost all all all %s\n' "$A" >> "$PGDATA/pg_hba.conf"
  sed -i "s/^#*listen_addresses.*/listen_addresses = '*'/" "$PGDATA/postgresql.conf"
  shopt -s nullglob; scripts=(/docker-entrypoint-initdb.d/*)
  if [ ${#scripts[@]} -eq 0 ]; then
    [ "$D" = postgres ] || printf 'CREATE DATABASE "%s";\n' "$D" | postgres --single -D "$PGDATA" postgres >/dev/null
  else
    pg_ctl -D "$PGDATA" -o "-c listen_addresses='' -c unix_socket_directories=/run/postgresql" -w start >/dev/null
    run() { PGHOST=/run/postgresql PGPASSWORD="${POSTGRES_PASSWORD:-}" psql -v ON_ERROR_STOP=1 --no-psqlrc -U "$U" "$@"; }
    [ "$D" = postgres ] || run -d postgres -c "CREATE DATABASE \"$D\"" >/dev/null
    for f in "${scripts[@]}"; do echo "running $f"; case $f in
      *.sh) if [ -x "$f" ]; then "$f"; else . "$f"; fi;; *.sql) run -d "$D" -f "$f";; *.sql.gz) gzip -dc "$f" | run -d "$D";;
      *) echo "ignoring $f";; esac; done
    pg_ctl -D "$PGDATA" -m fast -w stop >/dev/null
  fi
  echo 'PostgreSQL init process complete; ready for start up.'
fi
exec "$@"
E
chmod 755 "$R/usr/local/bin/docker-entrypoint.sh"; ln -s usr/local/bin/docker-entrypoint.sh "$R/docker-entrypoint.sh"
chown -R 999:999 "$R/var/lib/postgresql" "$R/run/postgresql"
ID=$(tar -C "$R" -c . | docker import \
  --change "ENV PATH=/usr/local/bin:$PGLIB/bin:/usr/bin:/bin:/usr/sbin:/sbin PGDATA=/var/lib/postgresql/data PG_MAJOR=$V LANG=C.UTF-8" \
  --change 'ENTRYPOINT ["docker-entrypoint.sh"]' --change 'CMD ["postgres"]' --change 'EXPOSE 5432' - assay-local/pg-rootfs:latest)
# import cannot set STOPSIGNAL on 20.10 (SIGTERM = smart shutdown = waits for clients), the classic builder can
printf 'FROM assay-local/pg-rootfs:latest\nSTOPSIGNAL SIGINT\n' | DOCKER_BUILDKIT=0 docker build -q -t "${TAGS[0]}" - >/dev/null 2>&1
ID=$(docker image inspect -f '{{.Id}}' "${TAGS[0]}")
for t in "${TAGS[@]:1}"; do docker tag "$ID" "$t"; done
docker images --format '{{.Repository}}:{{.Tag}} {{.ID}} {{.Size}}' | grep -F "$(echo "${ID#sha256:}" | cut -c1-12)"
