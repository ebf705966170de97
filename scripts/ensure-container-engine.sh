#!/usr/bin/env bash
# Makes sure that a container engine answers: installs Debian's docker.io when there is none, and starts it, also after it was killed hard
# (a dead engine leaves a pid file and a live containerd behind; both keep a new one from starting). Needs root when anything is missing.
set -euo pipefail

run=/var/run/docker
pid_file=/var/run/docker.pid
log=/var/log/dockerd.log

answers() { timeout 10 docker version --format '{{.Server.Version}}' >/dev/null 2>&1; }
is_process() { [ -s "$1" ] && [ "$(cat "/proc/$(cat "$1")/comm" 2>/dev/null)" = "$2" ]; }

if answers; then echo 'container engine: answers'; exit 0; fi
if [ "$(id -u)" != 0 ]; then echo 'container engine: none answers, and only root can install or start one' >&2; exit 1; fi
if ! command -v dockerd >/dev/null; then
  echo 'container engine: installing docker.io, so that the Testcontainers path is really run'
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends docker.io >/dev/null
fi
if ! grep -q ' /sys/fs/cgroup' /proc/self/mounts; then
  command -v cgroupfs-mount >/dev/null || DEBIAN_FRONTEND=noninteractive apt-get install -y -qq cgroupfs-mount >/dev/null
  cgroupfs-mount
fi
for attempt in 1 2; do
  if is_process "$pid_file" dockerd; then kill "$(cat "$pid_file")" 2>/dev/null || true; sleep 3; fi
  if is_process "$run/containerd/containerd.pid" containerd; then kill -9 "$(cat "$run/containerd/containerd.pid")" || true; fi
  rm -f "$pid_file" /var/run/docker.sock "$run"/containerd/containerd.pid "$run"/containerd/*.sock*
  setsid nohup dockerd >"$log" 2>&1 </dev/null &
  engine=$!
  for _ in $(seq 1 300); do
    if answers; then echo 'container engine: started'; exit 0; fi
    kill -0 "$engine" 2>/dev/null || break
    sleep 0.1
  done
done
echo "container engine: it does not start; the end of $log:" >&2
tail -20 "$log" >&2
exit 1
