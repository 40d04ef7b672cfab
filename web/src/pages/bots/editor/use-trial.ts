import { useState } from 'react';
import { draftRunRefusal, type Situation } from '../acts/refusals.ts';
import { noSource, type Source } from '../trial/source.ts';
import type { TrialProps } from '../trial/test-tab.tsx';

/** The data that nodes are tried with, chosen once for all of them; a new bot has none. */
export const useTrial = (
  situation: Situation,
  onRun: TrialProps['onRun'],
): TrialProps | undefined => {
  const [source, onSource] = useState<Source>(noSource);
  const { saved, refusals } = situation;
  if (!saved) return undefined;
  const runRefusal = { until: draftRunRefusal(situation), from: refusals.run };
  return { botId: saved._id, source, onSource, runRefusal, onRun };
};
