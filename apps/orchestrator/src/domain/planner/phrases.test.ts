import type { NoticeCode } from '../session/reply-parts';
import { noticeOf } from './phrases';

/** What the words of a notice must hold for its reader to know what is so, and what to do. */
const SAYS: Record<NoticeCode, { readonly zh: readonly string[]; readonly en: readonly string[] }> = {
  memory_unavailable: { zh: ['记忆', '不可用', '未参考'], en: ['memory', 'not available', 'does not rest on'] },
  model_unavailable: { zh: ['模型', '不可用'], en: ['model', 'not available'] },
  reflection_skipped: { zh: ['本回复未经深度校验'], en: ['this reply was not checked in depth'] },
  reply_blocked: { zh: ['未通过校验', '替换'], en: ['did not pass its check', 'replaced'] },
  outcome_unknown: { zh: ['结果无法确认', '请勿重复提交'], en: ['outcome', 'not known', 'do not submit it again'] },
  effect_done: { zh: ['已经执行', '请勿重复提交'], en: ['has been carried out', 'do not submit it again'] },
  turn_failed: { zh: ['未能完成'], en: ['could not be completed'] },
  deadline_exceeded: { zh: ['超时', '未能完成'], en: ['too long', 'not completed'] },
  turn_cancelled: { zh: ['已取消'], en: ['was cancelled'] },
};

describe('notices', () => {
  it.each(Object.entries(SAYS))('%s says in Chinese and in English what it must', (code, says) => {
    const zh = noticeOf('zh', code as NoticeCode).message;
    const en = noticeOf('en', code as NoticeCode).message;
    for (const words of says.zh) expect(zh).toContain(words);
    for (const words of says.en) expect(en.toLowerCase()).toContain(words);
    expect(en).not.toMatch(/\p{Script=Han}/u);
  });

  it('are told apart by their words, in each language', () => {
    for (const language of ['zh', 'en'] as const) {
      const messages = Object.keys(SAYS).map((code) => noticeOf(language, code as NoticeCode).message);
      expect(new Set(messages).size).toBe(messages.length);
    }
  });
});
