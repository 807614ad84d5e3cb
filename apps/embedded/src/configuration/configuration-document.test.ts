import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configurationDocument, READERS } from './configuration-document';

const variables = Object.values(READERS).flatMap((fields) => Object.values(fields));

describe('deploy/CONFIGURATION.md', () => {
  it('tells what the programs read; else run npm run generate:configuration', () => {
    const published = readFileSync(join(__dirname, '../../../../deploy/CONFIGURATION.md'), 'utf8');
    expect(published).toBe(configurationDocument());
  });

  it('has a line on what each variable is for', () => {
    for (const { name, description } of variables)
      expect([name, description]).toEqual([name, expect.stringMatching(/^\S.+\.$/)]);
  });

  it('has no unit in a name, and the names of durations, and of nothing else, end as durations do', () => {
    const names = (of: (form: string) => boolean) =>
      variables.filter(({ parser }) => of(parser.form)).map(({ name }) => name);
    const isDuration = (form: string): boolean => form.startsWith('a duration');
    const ending = /_(TIMEOUT|INTERVAL|RETENTION|DELAY)$/;
    for (const { name } of variables) expect(name).toMatch(/^PLINTH_[A-Z_]+(?<!_(MS|SECONDS|MINUTES))$/);
    for (const name of names(isDuration)) expect(name).toMatch(ending);
    for (const name of names((form) => !isDuration(form))) expect(name).not.toMatch(ending);
  });
});
