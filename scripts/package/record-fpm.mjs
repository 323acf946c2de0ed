#!/usr/bin/env node
/** A stand-in for fpm, which makes deb and rpm packages: writes its arguments and the desktop entry next to an empty package. */
import { copyFileSync, writeFileSync } from 'node:fs';

const args = process.argv.slice(2);
const target = args[args.indexOf('--package') + 1];
writeFileSync(target, '');
writeFileSync(`${target}.json`, JSON.stringify(args));
const [entry] = args.filter((arg) => arg.includes('=/usr/share/applications/'));
copyFileSync(entry.split('=')[0], `${target}.desktop`);
