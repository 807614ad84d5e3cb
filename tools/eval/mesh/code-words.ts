import { randomInt } from 'node:crypto';

const FIRST = ['青瓷', '白鹭', '石榴', '海棠', '银杏', '琥珀', '竹笛', '松烟', '雪莲', '铜铃', '紫藤', '芦苇'];
const SECOND = ['灯塔', '罗盘', '风筝', '木舟', '陶埙', '蒲扇', '砚台', '纸鸢', '茶筅', '马蹄', '驼铃', '云梯'];

/** Distinct random words, none of which holds another. */
export function codeWords(count: number): readonly string[] {
  const all = FIRST.flatMap((first) => SECOND.map((second) => first + second));
  if (count > all.length) throw new Error(`there are ${all.length} code words, not ${count}`);
  return Array.from({ length: count }, () => all.splice(randomInt(all.length), 1)[0] ?? '');
}
