/** What speakers put between the words they take back and the words they mean (the interregnum of a self-repair). */
const FILLERS = 'uh+|um+|er+|erm+|ugh|ah+|hm+|oh|well|yeah|eh';
const STRONG =
  "i(?:'m| am) sorry|sorry|oops|whoops|doh|(?:what )?i (?:mean|meant)(?: to (?:say|ask))?|meant to say|make\\s+(?:that|it)|scratch that|strike that|disregard that|oh,? that should be|let me (?:say|ask|rephrase)|better yet|correction|nope|i misspoke";
const WEAK = 'no|wait|rather|actually|instead|or|like|more specifically|specifically';
/** Only introduce the words meant, once an edit term stands before them. */
const LEAD_IN =
  "change that to|tell me|i(?:'d like| want) to know(?: about)?|i(?:'m| am) wondering|i am asking|please|about(?= the)|better|of course";

export const EDIT_RUN = new RegExp(
  `(?<=[^\\s,]),?\\s+(?:${STRONG}|${WEAK}|${FILLERS})(?:[,\\s]+(?:${STRONG}|${WEAK}|${FILLERS}|${LEAD_IN})(?![\\w'’-])){0,8}(?=[\\s,])[,\\s]*`,
  'gi',
);
const TERMS = new RegExp(`${STRONG}|${WEAK}|${FILLERS}|${LEAD_IN}`, 'gi');
const STRONG_TERM = new RegExp(`^(?:${STRONG})$`, 'i');
const FILLER_TERM = new RegExp(`^(?:${FILLERS})$`, 'i');

export interface EditRun {
  readonly terms: readonly string[];
  /** By itself enough to tell that something is taken back. */
  readonly strong: boolean;
  readonly fillersOnly: boolean;
  readonly betweenCommas: boolean;
}

export function readRun(run: string): EditRun {
  const terms = [...run.toLowerCase().matchAll(TERMS)].map(([term]) => term);
  const edits = terms.filter((term) => !FILLER_TERM.test(term));
  const telling = terms.filter((term) => term !== 'like');
  const weak = edits.filter((term) => !STRONG_TERM.test(term));
  return {
    terms,
    strong:
      edits.length > weak.length ||
      (telling.length > 1 && weak.some((term) => !/^(?:or|like)$/.test(term))) ||
      (weak.length > 0 && telling.length > weak.length),
    fillersOnly: edits.length === 0,
    betweenCommas: run.startsWith(',') && /,\s*$/.test(run),
  };
}
