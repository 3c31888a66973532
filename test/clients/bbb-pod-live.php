<?php
// The live streaming of BigBlueButton: PHP that runs curl in a shell, and reads the first line that comes back.

require __DIR__ . '/converse.php';

class BbbPodLive {
    private string $base;
    private string $token;

    public function __construct() {
        $this->base = getenv('BASE_URL');
        $this->token = "-H 'Authorization: Token " . getenv('TOKEN') . "' ";
    }

    public function create_broadcaster(string $stream, int $building, string $name, string $is_restricted): mixed {
        $command = "curl --silent  -H 'Content-Type: multipart/form-data' " . $this->token
            . "-F 'url=$stream' -F 'building={$this->base}/rest/buildings/$building/' "
            . "-F 'name=$name' -F 'status=true' -F 'is_restricted=$is_restricted' '{$this->base}/rest/broadcasters/'";
        $line = $this->first_line($command);
        // The instance's own French is how it knows that the name is taken.
        if (strpos($line, 'Un objet Diffuseur avec ce champ nom existe déjà.') !== false) {
            return 'taken';
        }
        return json_decode($line)->id;
    }

    public function broadcaster(string $name): mixed {
        return $this->get("{$this->base}/rest/broadcasters/$name/")->id;
    }

    public function delete_broadcaster(string $name): string {
        $command = "curl --silent " . $this->token . "-X DELETE '{$this->base}/rest/broadcasters/$name/'";
        return $this->first_line($command);
    }

    public function livestreams(int $status): mixed {
        return $this->get("{$this->base}/rest/bbb_livestream/?status=$status");
    }

    public function livestream(int $id): mixed {
        return $this->get("{$this->base}/rest/bbb_livestream/$id/");
    }

    public function meeting(string $url): mixed {
        return $this->get($url);
    }

    public function start(int $id, string $server, int $broadcaster, string $host, int $port, string $channel): mixed {
        $body = "{\"server\":\"$server\", \"status\":1, \"broadcaster_id\": $broadcaster, "
            . "\"redis_hostname\":\"$host\", \"redis_port\": $port, \"redis_channel\":\"$channel\"}";
        return $this->patch("{$this->base}/rest/bbb_livestream/$id/", $body);
    }

    public function stop(int $id): mixed {
        $end = date('Y-m-d H:i:s');
        return $this->patch("{$this->base}/rest/bbb_livestream/$id/", "{\"end_date\":\"$end\", \"status\":2}");
    }

    public function have_encoded(string $meeting, string $user): mixed {
        return $this->patch($meeting, "{\"encoded_by\":\"$user\", \"encoding_step\":3}");
    }

    private function get(string $url): mixed {
        return json_decode($this->first_line("curl --silent -H 'Content-Type: application/json' {$this->token}-X GET $url"));
    }

    private function patch(string $url, string $body): mixed {
        $command = "curl --silent -H 'Content-Type: application/json' {$this->token}-X PATCH -d '$body' $url";
        return json_decode($this->first_line($command));
    }

    private function first_line(string $command): string {
        exec("$command 2>&1", $lines, $status);
        if ($status !== 0) {
            throw new Refused(0, implode("\n", $lines));
        }
        return $lines[0] ?? '';
    }
}

converse(new BbbPodLive());
