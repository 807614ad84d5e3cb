import { tenantPolicy, tenantUserPolicy } from './row-policies';
import { scopeStatements } from './scope';
import { StatementNames } from './statement-names';
import { toParameter } from './value-types';

describe('SQL texts', () => {
  it('M20: every policy forces row-level security and compares with the scope alone unless told otherwise', () => {
    for (const sql of [tenantPolicy('items'), tenantUserPolicy('items')]) {
      expect(sql).toContain('ALTER TABLE "items" FORCE ROW LEVEL SECURITY');
      expect(sql).not.toContain('every_tenant');
    }
    expect(tenantUserPolicy('items')).toContain('user_id = ');
    expect(tenantPolicy('items', { everyTenant: true })).toContain(
      `current_setting('plinth.every_tenant', true) = 'on'`,
    );
  });

  it('refuses a table name that is not plain', () => {
    expect(() => tenantPolicy('items"; DROP TABLE x')).toThrow('not a plain SQL name');
  });

  it('M20: quotes what a scope holds and refuses text that would be changed on its way', () => {
    expect(scopeStatements({ tenant: `a'b\\c` })).toBe(`SET LOCAL plinth.tenant =  E'a''b\\\\c';`);
    expect(() => scopeStatements({ tenant: 'a', user: '\ud83d' })).toThrow('cannot be stored');
  });

  it('gives a text one name for ever, and none past the limit', () => {
    const names = new StatementNames('p');
    const first = names.nameOf('SELECT 1');
    for (let at = 0; at < 2_000; at++) names.nameOf(`SELECT ${at}`);
    expect(names.nameOf('SELECT 1')).toBe(first);
    expect(names.nameOf('SELECT 1999')).toBeUndefined();
  });

  it('names a text alike in every process, whatever was named before, and otherwise for another space', () => {
    const [one, other, owner] = [new StatementNames('p'), new StatementNames('p'), new StatementNames('q')];
    other.nameOf('SELECT 0');
    expect(one.nameOf('SELECT 1')).toBe(other.nameOf('SELECT 1'));
    expect(one.nameOf('SELECT 1')).not.toBe(owner.nameOf('SELECT 1'));
    expect(one.nameOf('SELECT 1')).toMatch(/^plinth_[0-9a-f]{16}$/);
  });

  it('sends objects as JSON, arrays as arrays, and nothing as NULL', () => {
    expect(toParameter({ a: 1 })).toBe('{"a":1}');
    expect(toParameter([{ a: 1 }, 2n, undefined])).toEqual(['{"a":1}', '2', null]);
    expect(toParameter(undefined)).toBeNull();
    const day = new Date(0);
    expect(toParameter(day)).toBe(day);
  });
});
