#!/usr/bin/env node
/** A stand-in for macOS's codesign: appends to the file RECORD which fuses the signed app has at this moment. */
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const app = process.argv.at(-1);
const bytes = readFileSync(join(app, 'Contents/Frameworks/Electron Framework.framework/Electron Framework'));
const at = bytes.indexOf(SENTINEL) + SENTINEL.length;
const fuses = bytes.subarray(at + 2, at + 2 + bytes[at + 1]).toString('latin1');
appendFileSync(process.env.RECORD, `${JSON.stringify({ args: process.argv.slice(2), fuses })}\n`);
