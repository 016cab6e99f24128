"""Stands between a browser and a server, and cuts all connections when it is told to."""

import socket
import threading


class CuttingProxy:
    """Forwards connections to a port of this machine. The server must not notice, so hosts and origins are rewritten."""

    def __init__(self, port):
        self.target = port
        self.connections = set()
        self.lock = threading.Lock()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client):
        try:
            head = b""
            while b"\r\n\r\n" not in head:
                part = client.recv(65536)
                if not part:
                    return client.close()
                head += part
            server = socket.create_connection(("127.0.0.1", self.target))
        except OSError:
            return client.close()
        with self.lock:
            self.connections.add((client, server))
        server.sendall(head.replace(f":{self.port}".encode(), f":{self.target}".encode()))
        threading.Thread(target=self.forward, args=(client, server), daemon=True).start()
        self.forward(server, client)

    def forward(self, source, target):
        try:
            while part := source.recv(65536):
                target.sendall(part)
            target.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def cut(self):
        """Ends all connections. Returns how many there were."""
        with self.lock:
            cut, self.connections = self.connections, set()
        for pair in cut:
            for end in pair:
                try:
                    end.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass
                end.close()
        return len(cut)

    def close(self):
        self.listener.close()
        self.cut()
