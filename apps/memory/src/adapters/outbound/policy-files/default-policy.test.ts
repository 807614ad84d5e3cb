import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { DEFAULT_MEMORY_POLICY } from '../../../domain/policy/memory-policy';
import { readPolicies } from './read-policies';

describe('policies/default.yaml', () => {
  const text = readFileSync(join(__dirname, '../../../../policies/default.yaml'), 'utf8');

  it('decides what memory does by itself without any file', () => {
    const policies = readPolicies([{ name: 'default.yaml', text }]);
    expect(policies).toEqual({ byTenant: new Map([['default', DEFAULT_MEMORY_POLICY]]), faultsBeside: [] });
  });

  it('names every figure that a tenant may change, so that nothing has to be looked up in the code', () => {
    const { taskSlots, ...written } = z.looseObject({ taskSlots: z.unknown() }).parse(parse(text));
    expect({ ...written, taskSlots: { slots: taskSlots } }).toEqual(DEFAULT_MEMORY_POLICY);
  });

  it('says of every section what it decides', () => {
    const lines = text.split('\n');
    const bare = lines.filter((line, at) => /^\w+:/.test(line) && !lines[at - 1]?.startsWith('# '));
    expect(bare).toEqual([]);
  });
});
