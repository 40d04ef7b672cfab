import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AwsRightsList } from '#web/pages/bots/versions/aws-rights.tsx';

const stopRight = {
  integration_id: 'int_1',
  permission: 'ec2:StopInstances',
  where: 'default',
  alias: 'Production',
  region: 'eu-west-1',
};
const listRight = { ...stopRight, permission: 'iam:ListUsers', where: 'global' };
const sandboxRight = {
  ...stopRight,
  integration_id: 'int_2',
  alias: 'Sandbox',
  where: 'us-west-2',
};

const lines = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent?.trim());

describe('the list of AWS calls that a version may make', () => {
  it('shows each call with its region and account and marks new calls', () => {
    render(
      <AwsRightsList
        title="Calls"
        rights={[stopRight, sandboxRight, listRight]}
        previous={[listRight]}
      />,
    );
    expect(lines()).toEqual([
      'ec2:StopInstances in eu-west-1 in Production New',
      'iam:ListUsers in Production',
      'ec2:StopInstances in us-west-2 in Sandbox New',
    ]);
  });

  it('marks nothing without an earlier version and names removed calls', () => {
    const { rerender } = render(<AwsRightsList title="Calls" rights={[stopRight]} />);
    expect(lines()).toEqual(['ec2:StopInstances in eu-west-1 in Production']);
    rerender(<AwsRightsList title="Calls" rights={[]} previous={[sandboxRight]} />);
    screen.getByText('No longer: ec2:StopInstances in us-west-2');
  });

  it('offers the calls of an account as an IAM policy to copy', async () => {
    render(<AwsRightsList title="Calls" rights={[stopRight, listRight]} />);
    await userEvent.click(screen.getByRole('button', { name: 'IAM policy for Production' }));
    const code = screen.getByRole('group', { name: 'IAM policy for Production' });
    within(code).getByText(/aws:RequestedRegion/);
    screen.getByRole('button', { name: 'Copy IAM policy for Production' });
  });

  it('shows nothing when the version makes no AWS calls', () => {
    const { container } = render(<AwsRightsList title="Calls" rights={[]} previous={[]} />);
    expect(container).toBeEmptyDOMElement();
  });
});
