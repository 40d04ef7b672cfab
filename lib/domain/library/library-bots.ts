import type { LibraryBot } from './library.schema.ts';
import { access } from './templates/access.ts';
import { aws } from './templates/aws.ts';
import { compliance } from './templates/compliance.ts';
import { compromise } from './templates/compromise.ts';
import { corrections } from './templates/corrections.ts';
import { cost } from './templates/cost.ts';
import { entra } from './templates/entra.ts';
import { findings } from './templates/findings.ts';
import { hunting } from './templates/hunting.ts';
import { incidents } from './templates/incidents.ts';
import { people } from './templates/people.ts';
import { performance } from './templates/performance.ts';
import { releases } from './templates/releases.ts';
import { reliability } from './templates/reliability.ts';
import { securityHub } from './templates/security-hub.ts';
import { signIns } from './templates/sign-ins.ts';
import { spending } from './templates/spending.ts';
import { sustainability } from './templates/sustainability.ts';
import { threats } from './templates/threats.ts';
import { triages } from './templates/triage.ts';

/** All templates. */
export const libraryBots: readonly LibraryBot[] = [
  ...access,
  ...aws,
  ...compliance,
  ...compromise,
  ...corrections,
  ...cost,
  ...entra,
  ...findings,
  ...hunting,
  ...incidents,
  ...people,
  ...performance,
  ...releases,
  ...reliability,
  ...securityHub,
  ...signIns,
  ...spending,
  ...sustainability,
  ...threats,
  ...triages,
].sort((a, b) => a.name.localeCompare(b.name));
