/** The types of integrations that have rules. */
export const complianceTypes = ['aws', 'azure', 'gcp', 'kubernetes'] as const;
export type ComplianceType = (typeof complianceTypes)[number];

/** Benchmarks, by their common names. */
export const benchmarkNames = [
  'CISA',
  'CIS',
  'FedRAMP',
  'HIPAA',
  'NIST',
  'PCI DSS',
  'CFT',
  'NSA',
  'GxP',
  'GDPR',
] as const;
export type BenchmarkName = (typeof benchmarkNames)[number];

/** Rules that users write belong to no benchmark; lists and files show them under this name. */
export const ownBenchmark = 'Own';

/** The groups of rules: one for each benchmark, and one for the organisation's own rules. */
export const benchmarkGroups = [...benchmarkNames, ownBenchmark] as const;
export type BenchmarkGroup = (typeof benchmarkGroups)[number];

/** One version of a benchmark for one cloud. */
export type BenchmarkEdition = {
  benchmark: BenchmarkName;
  version: string;
  integration_type: ComplianceType;
  /** The number of its controls, including those that only people can check; absent if unknown. */
  controls?: number;
};

const edition = (
  integration_type: ComplianceType,
  benchmark: BenchmarkName,
  version: string,
  controls?: number,
): BenchmarkEdition => ({ benchmark, version, integration_type, ...(controls && { controls }) });

/** The editions that rules refer to, by the keys that the lists of controls use. */
export const benchmarkEditions = {
  aws: {
    cis: edition('aws', 'CIS', '6.0.0', 63),
    cisa: edition('aws', 'CISA', 'Cyber Essentials'),
    fedramp: edition('aws', 'FedRAMP', 'Moderate Rev. 4'),
    gdpr: edition('aws', 'GDPR', '2016/679'),
    gxp: edition('aws', 'GxP', '21 CFR Part 11'),
    hipaa: edition('aws', 'HIPAA', 'Security Rule 2003'),
    nist: edition('aws', 'NIST', '800-53 Rev. 5'),
    nist_csf: edition('aws', 'NIST', 'CSF 2.0', 106),
    pci: edition('aws', 'PCI DSS', '4.0'),
  },
  azure: {
    cis: edition('azure', 'CIS', '5.0.0'),
    fedramp: edition('azure', 'FedRAMP', 'High'),
    hipaa: edition('azure', 'HIPAA', 'HITRUST 9.2'),
    nist: edition('azure', 'NIST', '800-53 Rev. 5'),
    pci: edition('azure', 'PCI DSS', '3.2.1'),
  },
  gcp: {
    cft: edition('gcp', 'CFT', 'Scorecard 1', 26),
    cis: edition('gcp', 'CIS', '4.0.0', 84),
    hipaa: edition('gcp', 'HIPAA', 'Security Rule 2003'),
    nist: edition('gcp', 'NIST', '800-53 Rev. 5'),
    pci: edition('gcp', 'PCI DSS', '3.2.1'),
  },
  kubernetes: {
    cis: edition('kubernetes', 'CIS', '1.7.0'),
    nsa: edition('kubernetes', 'NSA', '1.0'),
  },
} as const satisfies Record<string, Record<string, BenchmarkEdition>>;

/** All editions of all clouds. */
export const allEditions: readonly BenchmarkEdition[] = Object.values(benchmarkEditions).flatMap(
  (ofCloud) => Object.values<BenchmarkEdition>(ofCloud),
);

/** The benchmarks for which a cloud has an edition. */
export const benchmarksOf = (integrationType: keyof typeof benchmarkEditions): BenchmarkName[] => [
  ...new Set(
    Object.values<BenchmarkEdition>(benchmarkEditions[integrationType]).map(
      ({ benchmark }) => benchmark,
    ),
  ),
];
