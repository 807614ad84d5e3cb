import type { Share } from '../plan/guard';

const { exp, log, max } = Math;

/** Natural logarithm of the likelihood ratio of two rates, both strictly between 0 and 1, for counts in any order. */
export function logLikelihoodRatio({ events, of }: Share, rate: number, against: number): number {
  return events * log(rate / against) + (of - events) * log((1 - rate) / (1 - against));
}

/** The rate whose odds are `times` those of `rate`. */
export function oddsTimes(rate: number, times: number): number {
  return (times * rate) / (1 - rate + times * rate);
}

/** Logarithm of the mean of the numbers whose logarithms are given. */
export function logMeanExp(logs: readonly number[]): number {
  const top = max(...logs);
  return top + log(logs.reduce((sum, log) => sum + exp(log - top), 0) / logs.length);
}

/** The rate of counts drawn a little to five per cent, so that it is never 0 nor 1. */
export const steadyEstimate = ({ events, of }: Share): number => (events + 0.1) / (of + 2);
