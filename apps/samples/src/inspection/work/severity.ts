export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Hours within which somebody has to look. */
export const WITHIN_HOURS: Readonly<Record<Severity, number>> = { low: 168, medium: 72, high: 24, critical: 4 };

/** How bad it is: what stands at stake (criticality, 1 … 5), raised once by a deviation that is far beyond noise. */
export function severityOf(criticality: number, highestScore: number): Severity {
  const raised = criticality + (highestScore >= 10 ? 1 : 0);
  if (raised >= 6) return 'critical';
  if (raised >= 5) return 'high';
  return raised >= 3 ? 'medium' : 'low';
}
