import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPolicies } from './read-policies';

it('R4: the policy that the README shows is one, and its examples hold', async () => {
  const readme = await readFile(join(__dirname, '../../../../README.md'), 'utf8');
  const folder = await mkdtemp(join(tmpdir(), 'plinth-policy-'));
  await writeFile(join(folder, 'tone.yaml'), /```yaml\n(.*?)```/s.exec(readme)?.[1] ?? '');
  const read = await readPolicies(folder);
  await rm(folder, { recursive: true });
  expect(read).toMatchObject({ policies: [{ name: 'tone' }] });
});
