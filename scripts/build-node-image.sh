# Builds a Node image (node, npm, a shell) from this machine's own node, where no registry can be reached. It holds what its tag says.
# Usage: build-node-image.sh [tag …]   (default: assay-local/node:MAJOR, of the node that is found first)
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/image-root.sh"

node=$(readlink -f "$(type -P node)")
major=$("$node" --print 'process.versions.node.split(".")[0]')
tags=("$@")
[ ${#tags[@]} -gt 0 ] || tags=("assay-local/node:$major")

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
make_root "$root"
copy_programs "$root" "$node"
printf 'node:x:1000:1000::/app:/bin/bash\n' >>"$root/etc/passwd"
printf 'node:x:1000:\n' >>"$root/etc/group"
mkdir "$root/app"
chown 1000:1000 "$root/app"
mkdir -p "$root/usr/local/lib/node_modules"
cp -a "$(dirname "$(dirname "$(readlink -f "$(type -P npm)")")")" "$root/usr/local/lib/node_modules/npm"
for name in npm npx; do ln -s "../lib/node_modules/npm/bin/$name-cli.js" "$root/usr/local/bin/$name"; done
ln -s ../../bin/node "$root/usr/local/bin/node"
import_root "$root" "${tags[*]}" 'ENV PATH=/usr/local/bin:/usr/bin:/bin' 'WORKDIR /app' 'CMD ["node"]'
