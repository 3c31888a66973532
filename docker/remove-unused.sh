#!/bin/sh
# Takes out of node_modules what is no part of a running service: two thirds of its size. Run in the folder that
# holds node_modules.
set -eu
cd node_modules

# For people who read or debug the packages; licences stay.
find . -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete
rm -rf bintrees/test zod/src

# Prisma's compilers of queries for other databases, each in four editions.
find @prisma/client/runtime -type f \( -name 'query_compiler_*' -o -name 'wasm-compiler-edge.*' \) \
  ! -name 'query_compiler_fast_bg.postgresql.*mjs' -delete

# Editions of Swagger UI for bundlers.
rm -f swagger-ui-dist/swagger-ui-es-bundle*.js

# The player, the only file that browsers are served (video-rest).
if [ -d hls.js ]; then
  find hls.js -type f ! -path 'hls.js/dist/hls.min.mjs' ! -name package.json ! -name LICENSE -delete
fi

# The reader of PDFs: not its viewer, nor the edition for browsers alone (conventions-signing).
if [ -d pdfjs-dist ]; then
  find pdfjs-dist -type f ! -path 'pdfjs-dist/legacy/build/pdf.mjs' ! -path 'pdfjs-dist/legacy/build/pdf.worker.mjs' \
    ! -name package.json ! -name LICENSE -delete
fi

find . -type d -empty -delete
