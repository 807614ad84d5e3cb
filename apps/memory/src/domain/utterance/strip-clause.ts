import { withoutMarker } from './corrections';
import { EN_FILLERS, EN_REMEMBER, EN_REMEMBER_TAIL } from './en-rules';
import { ZH_FILLERS, ZH_REMEMBER, ZH_REMEMBER_TAIL } from './zh-rules';

/** The clause without greetings and “please remember”, which only stress what it says. */
export function stripClause(clause: string): { text: string; offset: number; stressed: boolean } {
  let text = clause;
  let stressed = false;
  for (let round = 0; round < 4; round++) {
    const before = text.length;
    const remembered = text.replace(ZH_REMEMBER, '').replace(EN_REMEMBER, '');
    stressed ||= remembered.length < text.length;
    text = withoutMarker(withoutFillers(remembered));
    if (text.length === before) break;
  }
  const offset = clause.length - text.length;
  const tailless = text.replace(ZH_REMEMBER_TAIL, '').replace(EN_REMEMBER_TAIL, '');
  if (tailless !== '' && tailless.length < text.length) return { text: tailless, offset, stressed: true };
  return { text, offset, stressed };
}

/** “请问我的暗号是什么” keeps its sense; a filler is never taken from what would then be empty or lose its “不是”. */
function withoutFillers(text: string): string {
  const rest = text.replace(ZH_FILLERS, '').replace(EN_FILLERS, '');
  return rest === '' ? text : rest;
}
