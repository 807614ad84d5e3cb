import type { Language } from '@plinth/contracts';
import type { DifferenceVerdict, MeasureName, TargetVerdict } from '../report/measure';
import type { ComparisonVerdict } from '../report/rollout-report';

export interface ChartWords {
  readonly title: (skill: string) => string;
  readonly baseline: string;
  readonly candidate: string;
  readonly target: string;
  readonly interval: string;
  readonly beside: string;
  readonly samples: (count: number) => string;
  readonly measures: Readonly<Record<MeasureName, string>>;
  readonly targets: Readonly<Record<TargetVerdict, string>>;
  readonly differences: Readonly<Record<DifferenceVerdict, string>>;
  readonly comparisons: string;
  readonly itself: string;
  readonly comparisonVerdicts: Readonly<Record<ComparisonVerdict, string>>;
}

const WORDS = {
  en: {
    title: (skill) => `Rollout of ${skill}`,
    baseline: 'Baseline',
    candidate: 'Candidate',
    target: 'Target',
    interval: '95 % confidence interval',
    beside: 'errors and latency of the candidate: of runs beside calls',
    samples: (count) => `n = ${count}`,
    measures: {
      handling_time: 'Handling time',
      first_time_resolution: 'Resolved first time',
      complaint_rate: 'Complaints',
      error_rate: 'Errors',
      latency_p50: 'Latency P50',
      latency_p95: 'Latency P95',
    },
    targets: {
      met: 'target met',
      missed: 'target missed',
      inconclusive: 'undecided',
      no_data: 'no data',
      no_target: '',
    },
    differences: { better: 'better', worse: 'worse', inconclusive: '' },
    comparisons: 'Answers that differ',
    itself: 'Baseline from itself',
    comparisonVerdicts: {
      within_noise: 'no more than the baseline',
      beyond_noise: 'more than the baseline',
      inconclusive: 'undecided',
      no_data: 'no data',
    },
  },
  zh: {
    title: (skill) => `灰度报告：${skill}`,
    baseline: '基线',
    candidate: '候选',
    target: '目标',
    interval: '95 % 置信区间',
    beside: '候选的错误率与时延来自旁路运行',
    samples: (count) => `样本 ${count}`,
    measures: {
      handling_time: '处理时长',
      first_time_resolution: '一次解决率',
      complaint_rate: '投诉率',
      error_rate: '错误率',
      latency_p50: '时延 P50',
      latency_p95: '时延 P95',
    },
    targets: { met: '达标', missed: '未达标', inconclusive: '尚无定论', no_data: '无数据', no_target: '' },
    differences: { better: '更好', worse: '更差', inconclusive: '' },
    comparisons: '答案不一致率',
    itself: '基线自身',
    comparisonVerdicts: {
      within_noise: '不超过基线自身',
      beyond_noise: '超过基线自身',
      inconclusive: '尚无定论',
      no_data: '无数据',
    },
  },
} as const satisfies Readonly<Record<Language, ChartWords>>;

export const chartWords = (language: Language): ChartWords => WORDS[language];
