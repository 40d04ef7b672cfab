import { readFileSync, writeFileSync } from 'node:fs';
import { datedFolders } from '#lib/kernel/dated-files.ts';
import { constructIdOf, type FunctionName, functions } from '#lib/stack/functions.ts';
import { sourcesIn } from '../support/sources.ts';
import { type Resource, synthesise } from '../support/template.ts';

const { template, ofType } = synthesise();

type Reference = { 'Fn::GetAtt': [string, string] };
const targetOf = (reference: unknown): string => (reference as Reference)['Fn::GetAtt'][0];

/** Types that hold data, the keys to it, or the accounts of users. */
const durableTypes = [
  'AWS::DynamoDB::Table',
  'AWS::Cognito::UserPool',
  'AWS::S3::Bucket',
  'AWS::Events::EventBus',
  'AWS::KMS::Key',
  'AWS::SecretsManager::Secret',
];

describe('resources that hold data', () => {
  it('keep their logical ids, since a changed one would replace the resource', () => {
    const ids = durableTypes.flatMap((type) => ofType(type).map(([id]) => `${type} ${id}`));
    const file = 'test/stack/logical-ids.json';
    const locked: string[] = JSON.parse(readFileSync(file, 'utf8'));
    expect(locked.filter((id) => !ids.includes(id))).toEqual([]);
    const added = ids.filter((id) => !locked.includes(id));
    if (added.length === 0) return;
    // New ids must be in the committed file, which only CI can check.
    if (process.env.CI) expect({ missingIn: file, added }).toMatchObject({ added: [] });
    writeFileSync(file, `${JSON.stringify(ids.toSorted(), null, 2)}\n`);
    console.log(`${file} has ${added.length} new ids. Commit it.`);
  });

  it.each(ofType('AWS::DynamoDB::Table'))('%s has backups and deletion protection', (_, table) => {
    expect(table.DeletionPolicy).toBe('Retain');
    expect(table.Properties).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    });
  });

  it('stay when the stack is deleted, except for the console and two secrets', () => {
    const unretained = durableTypes
      .flatMap((type) => ofType(type))
      .filter(([, { Type, DeletionPolicy }]) => {
        return Type !== 'AWS::Events::EventBus' && DeletionPolicy !== 'Retain';
      });
    expect(unretained.map(([id]) => id.replace(/[0-9A-F]{8}$/, ''))).toEqual([
      'SiteBucket',
      'StorageOriginSecret',
      'StorageSteampipeAddress',
    ]);
  });

  it('include files that the bucket deletes after some days', () => {
    const rules = ofType('AWS::S3::Bucket').flatMap(([id, { Properties }]) =>
      id.startsWith('StorageFiles') ? Object(Properties.LifecycleConfiguration).Rules : [],
    );
    for (const [folder, ExpirationInDays] of Object.entries(datedFolders)) {
      const Prefix = `${folder}/`;
      expect(rules).toContainEqual({ Prefix, ExpirationInDays, Status: 'Enabled' });
    }
    const generalRules = rules.filter(({ Prefix }) => Prefix === undefined);
    expect(generalRules).toHaveLength(1);
    expect(generalRules[0]).not.toHaveProperty('ExpirationInDays');
  });

  it('stay readable, because keys rotate and are not deleted', () => {
    for (const [, key] of ofType('AWS::KMS::Key')) {
      expect(key.Properties).toMatchObject({ EnableKeyRotation: true });
    }
  });
});

const deadLetterQueues = new Set(
  [
    'FactsUndelivered',
    'FactsUnrecorded',
    'SchedulingMissed',
    'SchedulesMissed',
    'StoppedRunsUnhandled',
    'FailedCalls',
  ].flatMap((prefix) =>
    ofType('AWS::SQS::Queue').flatMap(([id]) => (id.startsWith(prefix) ? [id] : [])),
  ),
);

describe('deliveries of messages', () => {
  it('have limited retries and a dead-letter queue for every rule', () => {
    const targets = ofType('AWS::Events::Rule').flatMap(([, { Properties }]) => Properties.Targets);
    expect(targets.length).toBeGreaterThan(0);
    for (const target of targets as Record<string, unknown>[]) {
      expect(target.RetryPolicy).toEqual({
        MaximumEventAgeInSeconds: 24 * 3600,
        MaximumRetryAttempts: 185,
      });
      expect(deadLetterQueues).toContain(targetOf(Object(target.DeadLetterConfig).Arn));
    }
  });

  it('have limited retries and a dead-letter queue for every schedule', () => {
    const schedules = ofType('AWS::Scheduler::Schedule');
    expect(schedules.length).toBeGreaterThan(0);
    for (const [, { Properties }] of schedules) {
      const { RetryPolicy, DeadLetterConfig } = Object(Properties.Target);
      expect(RetryPolicy).toMatchObject({ MaximumRetryAttempts: expect.any(Number) });
      expect(RetryPolicy).toMatchObject({ MaximumEventAgeInSeconds: expect.any(Number) });
      expect(deadLetterQueues).toContain(targetOf(DeadLetterConfig.Arn));
    }
  });

  it('end in a dead-letter queue after five tries for every worked queue', () => {
    const worked = ofType('AWS::SQS::Queue').filter(([id]) => !deadLetterQueues.has(id));
    expect(worked.length).toBeGreaterThan(0);
    const next = new Map<string, string>();
    for (const [id, { Properties }] of worked) {
      const { deadLetterTargetArn, maxReceiveCount } = Object(Properties.RedrivePolicy);
      next.set(id, targetOf(deadLetterTargetArn));
      expect(maxReceiveCount).toBe(5);
    }
    // A worked queue may pass on to another; each chain must end where a person is alerted.
    for (const [first] of worked) {
      let [id, steps]: [string, number] = [first, 0];
      for (; next.has(id) && steps < worked.length; steps += 1) id = next.get(id) ?? '';
      expect(deadLetterQueues).toContain(id);
    }
  });

  it('report failed messages one by one, after the function had its time', () => {
    const mappings = ofType('AWS::Lambda::EventSourceMapping');
    const ways = {
      FactsQueue: 'events/fact-published',
      FactsSlow: 'events/fact-published',
      FactsParked: 'events/fact-parked',
      StoppedRunsQueue: 'events/run-stopped',
    } as const;
    expect(mappings).toHaveLength(Object.keys(ways).length);
    for (const [prefix, name] of Object.entries(ways)) {
      const [id = ''] = ofType('AWS::SQS::Queue').find(([one]) => one.startsWith(prefix)) ?? [];
      const mapping = mappings.find(
        ([, { Properties }]) => targetOf(Properties.EventSourceArn) === id,
      );
      expect(mapping?.[1].Properties.FunctionResponseTypes).toEqual(['ReportBatchItemFailures']);
      const { VisibilityTimeout } = template.Resources[id]?.Properties ?? {};
      expect(VisibilityTimeout).toBe(functions[name].timeout * 6);
    }
  });

  it('have retries and a dead-letter queue for every asynchronous function', () => {
    const asynchronous = Object.entries(functions).filter(([, spec]) => 'asynchronous' in spec);
    const names = asynchronous.map(([name]) => `Cloudwarden ${name}`);
    const found = ofType('AWS::Lambda::Function').filter(
      ([, { Properties }]) => Properties.DeadLetterConfig,
    );
    const described = found.map(([, { Properties }]) => Properties.Description);
    expect(new Set(described)).toEqual(new Set(names));
    for (const [, { Properties }] of found) {
      expect(deadLetterQueues).toContain(targetOf(Object(Properties.DeadLetterConfig).TargetArn));
    }
    const retried = ofType('AWS::Lambda::EventInvokeConfig').map(([, one]) => one.Properties);
    const attempts = retried.map(({ MaximumRetryAttempts }) => MaximumRetryAttempts);
    expect(attempts).toEqual(names.map(() => 2));
  });
});

describe('a resource of the stack', () => {
  const waits = (type: string, start: string): string[] => {
    const [, resource] = ofType(type).find(([id]) => id.startsWith(start)) ?? [];
    return (resource?.DependsOn ?? []).map((id) => id.replace(/[0-9A-F]{8}$/, ''));
  };

  it('depends on resources that it knows only by name', () => {
    expect(waits('AWS::Scheduler::Schedule', 'Scheduling')).toEqual(
      expect.arrayContaining(['SchedulingGroup', 'SchedulingRoleDefaultPolicy']),
    );
    for (const api of ['ConsoleApi', 'WebhookApi']) {
      expect(waits('AWS::ApiGateway::Stage', api)).toContain('ApiLoggingAccount');
    }
    expect(waits('AWS::ApiGatewayV2::Stage', 'Realtime')).toContain('ApiLoggingAccount');
  });

  it('is removed while the role of its custom resource still has permissions', () => {
    for (const type of ['Custom::PublishedSite', 'Custom::FirstAdmin']) {
      expect(waits(type, '').filter((id) => id.endsWith('RoleDefaultPolicy'))).toHaveLength(1);
    }
    expect(waits('Custom::PublishedSite', '')).toContain('SiteBucket');
  });
});

type Dimension = { Name: string; Value: Reference };
type Alarm = Resource & {
  Properties: {
    AlarmDescription: string;
    Threshold: number;
    Dimensions?: Dimension[];
    AlarmActions: unknown[];
  };
};
const alarms = ofType('AWS::CloudWatch::Alarm').map(([, alarm]) => (alarm as Alarm).Properties);

describe('alarms', () => {
  it('watch every dead-letter queue for its first message', () => {
    const watched = alarms
      .filter(({ Threshold }) => Threshold === 0)
      .flatMap(({ Dimensions = [] }) => Dimensions)
      .flatMap(({ Name, Value }) => (Name === 'QueueName' ? [targetOf(Value)] : []));
    expect(new Set(watched)).toEqual(deadLetterQueues);
  });

  it('notify a topic, and may publish to it', () => {
    for (const { AlarmActions } of alarms) expect(AlarmActions).toHaveLength(1);
    const [[, policy] = []] = ofType('AWS::SNS::TopicPolicy');
    expect(Object(policy?.Properties.PolicyDocument).Statement).toContainEqual(
      expect.objectContaining({
        Effect: 'Allow',
        Action: 'sns:Publish',
        Principal: { Service: 'cloudwatch.amazonaws.com' },
      }),
    );
  });

  it('each have one section in the operations manual, which has no others', () => {
    const manual = readFileSync('docs/operations.md', 'utf8');
    const chapter = manual.slice(manual.indexOf('## Alarms'));
    const sections = [...chapter.matchAll(/^### (.*)$/gm)].map(([, title = '']) => title);
    const anchors = sections.map((title) => title.toLowerCase().replaceAll(' ', '-'));
    const expected = sections.map(
      (title, index) => `${title}. What to do: docs/operations.md#${anchors[index]}`,
    );
    const described = alarms.map(({ AlarmDescription }) => AlarmDescription);
    expect(described.sort()).toEqual(expected.sort());
  });
});

describe('the operations manual', () => {
  const manual = readFileSync('docs/operations.md', 'utf8');
  const sections = new Map(
    manual.split(/^#{2,3} /m).map((section) => {
      const [title = '', ...lines] = section.split('\n');
      return [title, lines.join(' ')] as const;
    }),
  );
  const alarmChapter = manual.slice(manual.indexOf('## Alarms')).replaceAll('\n', ' ');
  const constructIds = (Object.keys(functions) as FunctionName[]).map(constructIdOf);

  it('contains every redrive to the queue that SQS allows', () => {
    const idOf = (name: string) =>
      ofType('AWS::SQS::Queue').find(([id]) => id.replace(/[0-9A-F]{8}$/, '') === name)?.[0] ?? '';
    const redrives = [...sections].filter(([, text]) => /redrive the queue to/.test(text));
    expect(redrives.map(([title]) => title)).toEqual([
      'Ends of runs are unhandled',
      'Parked facts are unrecorded',
    ]);
    for (const [, text] of redrives) {
      const [, from = ''] = /lie in `(\w+)…`/.exec(text) ?? [];
      const [, to = ''] = /redrive the queue to `(\w+)…`/.exec(text) ?? [];
      const { RedrivePolicy } = template.Resources[idOf(to)]?.Properties ?? {};
      expect(targetOf(Object(RedrivePolicy).deadLetterTargetArn)).toBe(idOf(from));
    }
  });

  it('names only existing functions and log messages', () => {
    const documentedNames = [...manual.matchAll(/\b(?:function|log of) `([\w/]+)`/g)].map(
      ([, name]) => name,
    );
    expect(documentedNames.length).toBeGreaterThan(5);
    expect([...constructIds, ...Object.keys(functions)]).toEqual(
      expect.arrayContaining(documentedNames),
    );
    const messages = [...alarmChapter.matchAll(/`([A-Z][^`]+ [^`]+\.)`/g)].map(
      ([, text = '']) => text,
    );
    expect(messages.length).toBeGreaterThan(4);
    const code = sourcesIn('lib', 'lambdas').map(({ text }) => text);
    expect(messages.filter((text) => !code.some((one) => one.includes(`'${text}'`)))).toEqual([]);
  });

  it('names every parameter of the stack', () => {
    // The CDK reads this one by itself.
    const { BootstrapVersion: _, ...ownParameters } = template.Parameters;
    const parameters = Object.keys(ownParameters);
    expect(parameters.length).toBeGreaterThan(5);
    expect(parameters.filter((name) => !manual.includes(name))).toEqual([]);
  });

  it('names every asynchronous function, and every function behind the public API', () => {
    const failed = sections.get('Asynchronous calls failed');
    for (const [name, spec] of Object.entries(functions)) {
      if ('asynchronous' in spec)
        expect(failed).toContain(`\`${constructIdOf(name as FunctionName)}\``);
    }
    const titles = ['Webhook calls fail', 'Webhook calls are slow', 'Webhook calls are throttled'];
    for (const title of titles) {
      for (const name of ['EventsWebhookReceived', 'EventsAgentCalled']) {
        expect(sections.get(title)).toContain(`\`${name}\``);
      }
    }
    const alarm = JSON.stringify(
      alarms.find((one) => one.AlarmDescription.startsWith('Webhook calls are throttled')),
    );
    for (const name of ['EventsWebhookReceived', 'EventsAgentCalled']) {
      expect(alarm).toContain(`"${name}Function`);
    }
  });
});
