#!/bin/sh
# Prints the size of every picture in a folder, largest first.
ls -lS "${1:-.}" | awk '/\.(jpe?g|png|heic)$/ { print $5, $9 }'
