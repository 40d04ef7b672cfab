import Box from '@cloudscape-design/components/box';
import type { ActionView } from '#lib/domain/actions/action.schema.ts';
import type { AwsCall } from '#lib/domain/actions/definition.schema.ts';

type CallConditions = Pick<AwsCall, 'until' | 'also' | 'expects'>;

const Code = ({ children }: { children: string }) => (
  <Box variant="code" display="inline">
    {children}
  </Box>
);

/** A path in a response; an empty pointer means the whole response. */
const ResponsePath = ({ at }: { at: string }) => (at === '' ? 'the response' : <Code>{at}</Code>);

/** The parts of a call that decide when it has succeeded, and its further permissions. */
export const callFacts = ({ call }: Pick<ActionView, 'call'>) => {
  const { until, also, expects }: CallConditions = Object(call);
  return [
    until && {
      label: 'Until state is',
      value: (
        <>
          <Code>{until.is}</Code> at <ResponsePath at={until.at} />,{' '}
          {`at first every ${until.every_seconds} seconds`}
        </>
      ),
    },
    also && { label: 'Further permissions', value: <Code>{also.join(', ')}</Code> },
    expects && {
      label: 'Expected value',
      value: (
        <>
          <Code>{JSON.stringify(expects.is)}</Code> at <ResponsePath at={expects.at} />; the reason
          of a failure is at <ResponsePath at={expects.why} />
        </>
      ),
    },
  ].filter((one) => one !== undefined);
};
