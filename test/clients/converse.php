<?php
// How a test speaks with a client: a call as a line of JSON, and what was read as a line of JSON.

class Refused extends Exception {
    public function __construct(public int $status, public string $body) {
        parent::__construct("$status $body");
    }
}

function converse(object $client): void {
    while (($line = fgets(STDIN)) !== false) {
        $asked = json_decode($line, true);
        try {
            $answer = ['read' => $client->{$asked['call']}(...$asked['with'])];
        } catch (Refused $refused) {
            $answer = ['refused' => ['status' => $refused->status, 'body' => $refused->body]];
        } catch (Throwable $failure) {
            $answer = ['refused' => ['status' => 0, 'body' => (string) $failure]];
        }
        echo json_encode($answer), "\n";
    }
}
