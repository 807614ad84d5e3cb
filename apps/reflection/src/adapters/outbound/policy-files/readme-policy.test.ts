import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readPolicies } from './read-policies';

it('R4: the policy that the README shows is one, and its examples hold', async () => {
  const readme = await readFile(join(__dirname, '../../../../README.md'), 'utf8');
  const text = /```yaml\n(.*?)```/s.exec(readme)?.[1] ?? '';
  expect(readPolicies([{ name: 'tone.yaml', text }])).toMatchObject({ policies: [{ name: 'tone' }] });
});
