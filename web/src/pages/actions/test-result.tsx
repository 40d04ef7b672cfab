import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import * as z from 'zod';
import type { ActionTest } from '#lib/domain/actions/action-test.schema.ts';
import { tooLargeText } from '#web/components/json/too-large-text.ts';
import { JsonCode } from '#web/components/code/code-view.tsx';

const record = z.record(z.string(), z.unknown());

/** The request details that actions of all types report. */
const sentInput = z.object({
  method: z.string().optional(),
  url: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  body: z.string().optional(),
  call: z.string().optional(),
  region: z.string().optional(),
  parameters: record.optional(),
  kind: z.string().optional(),
  args: record.optional(),
});

const InlineCode = ({ children }: { children: string }) => <Box variant="code">{children}</Box>;

const Headers = ({ headers }: { headers: Record<string, string> }) => (
  <>
    {Object.entries(headers).map(([name, value]) => (
      <div key={name}>
        <InlineCode>{`${name}: ${value}`}</InlineCode>
      </div>
    ))}
    <Box variant="small">The integration adds its authentication.</Box>
  </>
);

/** Indents JSON; any other text is returned unchanged. */
const indentJson = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

const codeOf = (title: string, value: unknown) =>
  value === undefined
    ? []
    : [{ label: title, value: <JsonCode text={JSON.stringify(value, null, 2)} subject={title} /> }];

const SentRequest = ({ input }: { input: unknown }) => {
  const { data } = sentInput.safeParse(input);
  if (!data) return null;
  const { method, url, headers, body, call, region, parameters, kind, args } = data;
  const texts = {
    Request: url && `${method ?? 'GET'} ${url}`,
    Call: call,
    Region: region,
    'Work of an agent': kind,
  };
  const items = [
    ...Object.entries(texts).flatMap(([label, text]) =>
      text ? [{ label, value: <InlineCode>{text}</InlineCode> }] : [],
    ),
    ...(headers ? [{ label: 'Headers', value: <Headers headers={headers} /> }] : []),
    ...(body === undefined
      ? []
      : [{ label: 'Body', value: <JsonCode text={indentJson(body)} subject="Body" /> }]),
    ...codeOf('Parameters', parameters),
    ...codeOf('Arguments', args),
  ];
  return items.length === 0 ? null : <KeyValuePairs items={items} />;
};

const Labelled = ({ label, children }: { label: string; children: string }) => (
  <KeyValuePairs items={[{ label, value: children }]} />
);

/** The result of a test: what was or would be sent, and the response. */
export const TestResult = ({ test }: { test: ActionTest }) => (
  <SpaceBetween size="s">
    {test.status === 'FAILED' ? (
      <Alert type="error" header="The action failed">
        {test.error}
      </Alert>
    ) : (
      <Alert type="success" header={test.would ? 'Nothing was changed' : 'The action succeeded'}>
        {test.would ? `It would ${test.would}` : `It took ${test.duration_ms} ms.`}
      </Alert>
    )}
    <SentRequest input={test.input} />
    {test.input_bytes !== undefined && (
      <Labelled label="Sent">{tooLargeText(test.input_bytes)}</Labelled>
    )}
    {test.output !== undefined && !test.would && (
      <KeyValuePairs items={codeOf('Response', test.output)} />
    )}
    {test.output_bytes !== undefined && (
      <Labelled label="Response">{tooLargeText(test.output_bytes)}</Labelled>
    )}
  </SpaceBetween>
);
