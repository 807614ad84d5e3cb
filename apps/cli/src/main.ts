#!/usr/bin/env node
import { run } from './run';

/** `plinth`: the API by the command line. */
void run(process.argv.slice(2), {
  environment: process.env,
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(`${text}\n`),
}).then((code) => (process.exitCode = code));
