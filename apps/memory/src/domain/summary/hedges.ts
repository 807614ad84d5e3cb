/** Words by which a speaker leaves open whether something is so. Data: add a word to teach another. */
const HEDGES_ZH: readonly string[] =
  '可能|也许|或许|大概|大约是|应该是|应该会|应该在|应该有|应该能|应该可以|应该快|好像|似乎|仿佛|估计|恐怕|没准|说不定|不一定|不确定|不太确定|拿不准|记不清|记不太清|我猜|猜测|听说|据说|貌似|八成|多半|未必|大致'.split(
    '|',
  );
const HEDGES_EN: readonly string[] =
  "maybe|perhaps|possibly|probably|presumably|supposedly|apparently|allegedly|might|may be|may have|could be|could have been|i think|i guess|i suppose|i believe|i assume|i reckon|i(?:'|’)m not sure|not sure|unsure|not certain|likely|unlikely|seems?|seemed|sort of|kind of|kinda|as far as i (?:know|remember)|if i remember|i heard|rumou?r|should be|should have|must be|must have been".split(
    '|',
  );

/** “应该” alone hedges only before a statement: “你应该休息” is advice, “应该到了” a guess. */
const GUESSING = /应该(?:已经|早就|就|都|还|快|不会|没有?|要)|(?:不会|该)(?:是|不)?.{0,12}吧[。.!！]?$/u;
/** “不可能”, “可能性”, “impossible” are firm. */
const FIRM = /不可能|可能性|尽可能|有没有可能/g;

const HEDGED = new RegExp(`${HEDGES_ZH.join('|')}|\\b(?:${HEDGES_EN.join('|')})\\b`, 'i');
/** “May” the month and “likely” in “would you likely” aside, “should be able to” promises. */
const FIRM_EN = /\bshould be able to\b|\bnot only\b/gi;

/** Whether a sentence leaves open what it says, so that nothing durable may be made of it (M12). */
export function isHedged(sentence: string): boolean {
  const plain = sentence.replace(FIRM, '').replace(FIRM_EN, '');
  return HEDGED.test(plain) || GUESSING.test(plain);
}
