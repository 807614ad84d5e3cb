import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const files = execFileSync('git', ['ls-files', '*.contract.ts', '*.stage.ts'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter(Boolean);
const holdsTests = (file: string) => /^\s*(?:describe|it)(?:\.each)?\(/m.test(readFileSync(join(ROOT, file), 'utf8'));

describe('the names of test files', () => {
  it.each(files.filter((file) => file.endsWith('.contract.ts')))('%s is a suite that several adapters pass', (file) =>
    expect(holdsTests(file)).toBe(true),
  );

  it.each(files.filter((file) => file.endsWith('.stage.ts')))('%s sets the stage for tests and holds none', (file) =>
    expect(holdsTests(file)).toBe(false),
  );
});
