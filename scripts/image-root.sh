# Sourced by the scripts that build images where no registry can be reached: a folder that becomes an image, made from this machine's own programs.
# shellcheck shell=bash

# What every image has beside its own program.
TOOLS=(bash sh cat mkdir chown chmod id ls rm cp mv ln sleep env head tail sort wc tr cut date touch stat sed grep awk mawk ps
       kill true false test printf echo setpriv find xargs hostname getent tee dirname basename mktemp)

# make_root FOLDER: the folders of a usr-merged Debian, names and users.
make_root() {
  local root=$1 name
  chmod 755 "$root"
  mkdir -p "$root"/{usr/{bin,sbin,lib,lib64,local/bin,share},etc,root,proc,sys,dev,run,var}
  mkdir -p -m 1777 "$root/tmp"
  ln -s ../run "$root/var/run"
  for name in bin sbin lib lib64; do ln -s "usr/$name" "$root/$name"; done
  printf 'root:x:0:0:root:/root:/bin/bash\nnobody:x:65534:65534:nobody:/nonexistent:/bin/false\n' >"$root/etc/passwd"
  printf 'root:x:0:\nnogroup:x:65534:\n' >"$root/etc/group"
  printf 'passwd: files\ngroup: files\nhosts: files dns\n' >"$root/etc/nsswitch.conf"
}

# copy_programs FOLDER PROGRAM…: programs by name or path, the tools above, and every shared library that they need.
copy_programs() {
  local root=$1 name path library paths=()
  shift
  for name in "$@" "${TOOLS[@]}"; do
    path=$(type -P "$name") || continue
    paths+=("$path")
    cp -L --preserve=mode "$path" "$root/usr/bin/$(basename "$name")"
  done
  for path in "${paths[@]}"; do ldd "$path" 2>/dev/null || true; done |
    awk '/=> \//{print $3} /^[[:space:]]*\/lib/{print $1}' | sort -u |
    while read -r library; do
      mkdir -p "$root/usr$(dirname "${library#/usr}")"
      cp -L "$library" "$root/usr${library#/usr}"
    done
  # Loaded by name when a host or a user is looked up, so no program lists them.
  for library in /usr/lib/*-linux-gnu/libnss_{files,dns}.so.2; do
    if [ -e "$library" ]; then mkdir -p "$root$(dirname "$library")" && cp -L "$library" "$root$library"; fi
  done
}

# import_root FOLDER TAGS CHANGE…: makes the image; TAGS are separated by blanks.
import_root() {
  local root=$1 tags=($2) change tag id changes=()
  shift 2
  for change in "$@"; do changes+=(--change "$change"); done
  id=$(tar -C "$root" -c . | docker import "${changes[@]}" - "${tags[0]}")
  for tag in "${tags[@]:1}"; do docker tag "$id" "$tag"; done
  docker images --format '{{.Repository}}:{{.Tag}} {{.ID}} {{.Size}}' | grep -F "$(echo "${id#sha256:}" | cut -c1-12)"
}
