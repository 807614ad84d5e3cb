import type { Language } from '@plinth/contracts';
import type { RolloutStatus } from '@plinth/rollout';

export type PageState = 'complete' | 'imported' | 'quarantined';

const EN = {
  ...{ catalogue: 'Skills', none: 'None.', back: 'All skills', version: 'Version', state: 'State', effect: 'Effect' },
  ...{ trigger: 'When to use it', input: 'Input', output: 'Output', schema: 'JSON Schema', errors: 'Errors' },
  ...{ code: 'Code', retryable: 'May be repeated', description: 'Description', field: 'Field', type: 'Type' },
  ...{ required: 'Required', rules: 'Rules', yes: 'yes', no: 'no', receipt: 'Receipt', keyFields: 'Key fields' },
  ...{
    confirmation: 'Has to be confirmed',
    idempotency: 'Repetition',
    shadow: 'Comparison runs',
    timeout: 'Time limit',
  },
  ...{ sla: 'Promised P95', measured: 'Measured P95', calls: 'calls', noData: 'no data yet', origin: 'Comes from' },
  ...{ versions: 'Versions', rollout: 'Rollout', baseline: 'Baseline', candidate: 'Candidate', stage: 'Stage' },
  ...{
    history: 'History',
    report: 'Report',
    examples: 'Examples',
    call: 'How to call it',
    reasons: 'Why it is kept out',
  },
  noFields: 'Any value that the schema takes.',
  keyed: 'the same key acts once',
  unkeyed: 'a repeated call acts again',
  states: { complete: 'complete', imported: 'imported, not yet completed by a person', quarantined: 'kept out' },
  effects: { read: 'reads', write: 'writes', irreversible: 'cannot be undone' },
  statuses: {
    ...{ idle: 'the baseline serves alone', running: 'running', paused: 'paused' },
    ...{ completed: 'complete, the baseline on standby', rolled_back: 'switched back' },
  },
} as const;

type Words<T> = { readonly [K in keyof T]: T[K] extends string ? string : Words<T[K]> };
export type PageWords = Words<typeof EN> & { readonly statuses: Readonly<Record<RolloutStatus, string>> };

const ZH: PageWords = {
  ...{ catalogue: '技能目录', none: '无。', back: '全部技能', version: '版本', state: '状态', effect: '影响' },
  ...{ trigger: '何时使用', input: '输入', output: '输出', schema: 'JSON Schema', errors: '错误' },
  ...{ code: '代码', retryable: '可重试', description: '说明', field: '字段', type: '类型' },
  ...{ required: '必填', rules: '规则', yes: '是', no: '否', receipt: '回执', keyFields: '关键字段' },
  ...{ confirmation: '需要确认', idempotency: '重复调用', shadow: '对比运行', timeout: '时限' },
  ...{ sla: '承诺 P95', measured: '实测 P95', calls: '次调用', noData: '暂无数据', origin: '来源' },
  ...{ versions: '版本列表', rollout: '灰度发布', baseline: '基线', candidate: '候选', stage: '阶段' },
  ...{ history: '历史', report: '报告', examples: '示例', call: '调用方式', reasons: '未收录原因' },
  noFields: '符合模式的任意值。',
  keyed: '同一键只执行一次',
  unkeyed: '重复调用会再次执行',
  states: { complete: '完整', imported: '已导入，尚待人工补全', quarantined: '已隔离' },
  effects: { read: '只读', write: '写入', irreversible: '不可撤销' },
  statuses: {
    ...{ idle: '仅基线服务', running: '进行中', paused: '已暂停' },
    ...{ completed: '已完成，基线待命', rolled_back: '已切回' },
  },
};

const WORDS: Readonly<Record<Language, PageWords>> = { en: EN, zh: ZH };

export const pageWords = (language: Language): PageWords => WORDS[language];
