# Harvests the records of a repository by HTTP::OAI, part by part, and writes one line for each: whether it is deleted, its
# identifier, its datestamp and its title. After each part it waits for a line of its standard input. When the repository
# is away it asks again, with the token that it has.
use strict;
use warnings;
use HTTP::OAI;
use HTTP::OAI::Metadata::OAI_DC;

binmode STDOUT, ':utf8';
$| = 1;
my ($address, %asked) = (shift, metadataPrefix => 'oai_dc', @ARGV);
my $harvester = HTTP::OAI::Harvester->new(baseURL => $address, resume => 0);
my $about = $harvester->Identify;
die $about->message if $about->is_error;
print join("\t", 'repository', $about->repositoryName, $about->deletedRecord), "\n";

my $failures = 0;
while (1) {
  my $list = $harvester->ListRecords(%asked, handlers => { metadata => 'HTTP::OAI::Metadata::OAI_DC' });
  if ($list->is_error) {
    die $list->message if ++$failures > 60;
    print "away\n" if $failures == 1;
    sleep 1;
    next;
  }
  while (my $record = $list->next) {
    my ($title) = $record->is_deleted ? '' : @{ $record->metadata->dc->{title} };
    print join("\t", $record->is_deleted ? 'deleted' : 'there', $record->identifier, $record->datestamp, $title), "\n";
  }
  my $token = $list->resumptionToken;
  last unless $token && $token->resumptionToken;
  %asked = (resumptionToken => $token->resumptionToken);
  print "part\n";
  <STDIN>;
}
print "whole\n";
