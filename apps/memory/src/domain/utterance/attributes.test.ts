import { attributeLabel, ATTRIBUTE_LABELS } from '@plinth/contracts';
import { ATTRIBUTES } from './attributes';
import { EN_DECLARATIONS } from './en-rules';
import { ZH_DECLARATIONS } from './zh-rules';

const keys = [...ATTRIBUTES, ...ZH_DECLARATIONS, ...EN_DECLARATIONS].flatMap(({ key }) =>
  key === undefined ? [] : [key],
);

describe('the attributes that memory names', () => {
  it.each([...new Set(keys)])('M14: “%s” has a label in both languages, so that no reply mixes them', (key) => {
    expect(Object.keys(ATTRIBUTE_LABELS)).toContain(key);
    expect(attributeLabel(key, 'zh')).toMatch(/^\p{Script=Han}+$/u);
    expect(attributeLabel(key, 'en')).toMatch(/^[a-z ]+$/);
  });

  it('have one key a word', () => {
    const words = ATTRIBUTES.flatMap((attribute) => attribute.words);
    expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
  });
});
