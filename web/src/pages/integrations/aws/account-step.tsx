import Alert from '@cloudscape-design/components/alert';
import Container from '@cloudscape-design/components/container';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { AwsSetupView } from '#lib/domain/integrations/aws/setup.schema.ts';
import { FormRefusal } from '#web/components/form-refusal.tsx';
import { Time } from '#web/components/time.tsx';
import { IntegrationFields } from '../integration-fields.tsx';
import type { IntegrationForm } from '../integration-form.ts';
import { wizardForm } from './wizard-form.ts';

type Props = {
  form: IntegrationForm;
  /** The setup to continue. */
  existingSetup: AwsSetupView | undefined;
  /** Why the server cannot connect accounts. */
  hindrance: string | undefined;
  /** Why the signed-in user may not connect accounts. */
  refusal: string | undefined;
};

/** The account to connect, and its alias. */
export const AccountStep = ({ form, existingSetup, hindrance, refusal }: Props) => {
  const { fieldsRef } = form;
  return (
    <SpaceBetween size="l">
      {hindrance !== undefined && (
        <Alert type="error" header="No AWS account can be connected here">
          {hindrance}
        </Alert>
      )}
      {refusal !== undefined && <Alert type="info">{refusal}</Alert>}
      {existingSetup && (
        <Alert type="info" header="This continues a setup that was started earlier">
          Its role and external ID stay the same, unless you change the account, the additional
          accounts, the region, the units or what bots may do in the account. It is valid until{' '}
          <Time at={existingSetup.expires_at} />.
        </Alert>
      )}
      {form.unplaced && <FormRefusal form={form} header="The account was not connected" />}
      <Container>
        <div ref={fieldsRef}>
          <fieldset className="form-fields" disabled={(refusal ?? hindrance) !== undefined}>
            <IntegrationFields form={form} definition={wizardForm} />
          </fieldset>
        </div>
      </Container>
    </SpaceBetween>
  );
};
