import type { ReactNode } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import ContentLayout from '@cloudscape-design/components/content-layout';
import Form from '@cloudscape-design/components/form';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { InfoLink } from '#web/app/help.tsx';
import { disabledBy } from './disabled-by.ts';
import { FormRefusal } from './form-refusal.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { LinkButton } from './link.tsx';

type Props = {
  title: string;
  form: {
    dirty: boolean;
    fieldsRef: (element: HTMLElement | null) => void;
    unplaced: readonly string[] | undefined;
  };
  /** Target of the Cancel button. */
  back: string;
  submitText: string;
  onSubmit: () => void;
  submitting: boolean;
  /** Everything is saved. */
  saved: boolean;
  /** Why the signed-in user may not submit the form. */
  refusal: string | undefined;
  /** An error of the form as a whole. */
  errorText?: string | undefined;
  children: ReactNode;
};

/** A page with one form: its title, fields, Cancel, and a question before changes are lost. */
export const FormPage = ({
  title,
  form: { dirty, fieldsRef, unplaced },
  back,
  refusal,
  errorText,
  children,
  ...props
}: Props) => (
  <ContentLayout
    header={
      <Header variant="h1" info={<InfoLink />}>
        {title}
      </Header>
    }
  >
    <LeaveGuard dirty={dirty && !props.saved} />
    <Form
      errorText={errorText}
      actions={
        <SpaceBetween size="xs" direction="horizontal">
          <LinkButton to={back} variant="link">
            Cancel
          </LinkButton>
          <Button
            variant="primary"
            loading={props.submitting}
            {...disabledBy(refusal)}
            onClick={props.onSubmit}
          >
            {props.submitText}
          </Button>
        </SpaceBetween>
      }
    >
      <SpaceBetween size="l">
        {refusal && <Alert type="info">{refusal}</Alert>}
        <FormRefusal form={{ unplaced }} header="This was not saved" />
        <div ref={fieldsRef}>{children}</div>
      </SpaceBetween>
    </Form>
  </ContentLayout>
);
