import { Controller, Get, Headers, Param, Query, Res } from '@nestjs/common';
import { semanticVersion } from '@plinth/contracts';
import { CurrentIdentity, Describe, orThrow, RequireScope, valid, type Identity } from '@plinth/http';
import type { Response } from 'express';
import { z } from 'zod';
import { reportChart } from '../../../domain/chart/report-chart';
import { ReportRollout } from '../../../features/report-rollout/report-rollout';
import { reportJson } from './report-body';
import { languageAsked } from './language-asked';

const query = z.strictObject({
  baseline: semanticVersion.optional(),
  candidate: semanticVersion.optional(),
  since: z.iso.datetime().optional(),
  format: z.enum(['json', 'svg']).optional(),
  locale: z.string().max(35).optional(),
});

const SVG = 'image/svg+xml';

/** Baseline beside candidate (S9): figures as JSON, or as a picture by `?format=svg` or an `Accept` of SVG. */
@Controller('v1/rollouts/:skill/report')
@RequireScope('skills')
export class ReportController {
  constructor(private readonly reportRollout: ReportRollout) {}

  @Describe(
    'Compares the candidate of a rollout with its baseline: errors, latency, resolution, complaints, with confidence intervals.',
    { 200: 'The report, as figures or as a picture.' },
    { produces: ['application/json', SVG] },
  )
  @Get()
  async report(
    @Param('skill') skill: string,
    @Query(valid(query)) { since, format, locale, ...versions }: z.output<typeof query>,
    @Headers('accept') accept: string | undefined,
    @Headers('accept-language') acceptLanguage: string | undefined,
    @CurrentIdentity() { tenant }: Identity,
    @Res({ passthrough: true }) response: Response,
  ) {
    const sinceMs = since === undefined ? undefined : Date.parse(since);
    const view = orThrow(await this.reportRollout.report({ skill, tenant, ...versions, sinceMs }));
    response.set({ 'Cache-Control': 'no-store', Vary: 'Accept, Accept-Language' });
    const wanted = format ?? (accept?.includes(SVG) && !accept.includes('application/json') ? 'svg' : 'json');
    if (wanted === 'json') return reportJson(view);
    response.type(SVG);
    const { sinceMs: from, untilMs } = view.report;
    return reportChart(view.report, `${minute(from)} – ${minute(untilMs)}`, languageAsked(locale ?? acceptLanguage));
  }
}

const minute = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')}Z`;
